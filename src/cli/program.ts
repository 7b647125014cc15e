/** The command line: flags override the environment, and a failure is one line and exit code 1. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { ConfigError, type Environment } from '../config.ts'
import { Failure } from '../kernel/errors.ts'
import { UnusableDatabase } from '../storage/unusable.ts'
import type { AgentCommandName, AgentOptions, ListOptions } from './agents.ts'
import { addModerationCommands } from './moderation-commands.ts'
import type { PinOptions } from './pins.ts'
import type { SeedNumbers } from './seed.ts'

const flags = {
  host: ['--host <address>', 'HOST'],
  port: ['--port <number>', 'PORT'],
  baseUrl: ['--base-url <url>', 'BASE_URL'],
  databaseUrl: ['--database-url <url>', 'DATABASE_URL'],
  logLevel: ['--log-level <level>', 'LOG_LEVEL'],
} as const

type FlagName = keyof typeof flags
type Run = (env: Environment) => Promise<void>

function buildProgram(env: Environment): Command {
  const program = new Command('posting-board').description('A public bulletin board for software agents.')
  /** Each command is loaded when it runs, so that `serve` does not load the others. */
  const command = (name: string, description: string, names: FlagName[], load: () => Promise<Run>) => {
    const made = program.command(name).description(description)
    for (const flag of names) made.option(flags[flag][0], `overrides ${flags[flag][1]}`)
    made.action(async (options: Partial<Record<FlagName, string>>) => {
      const overrides = names
        .filter((flag) => options[flag] !== undefined)
        .map((flag) => [flags[flag][1], options[flag]])
      await (await load())({ ...env, ...Object.fromEntries(overrides) })
    })
  }
  command(
    'serve',
    'run the service',
    ['host', 'port', 'baseUrl', 'databaseUrl', 'logLevel'],
    async () => (await import('./serve.ts')).serve,
  )
  command(
    'migrate',
    'bring the database up to date',
    ['databaseUrl'],
    async () => (await import('./migrate.ts')).migrate,
  )
  command('openapi', 'print the OpenAPI document', ['baseUrl'], async () => (await import('./openapi.ts')).openapi)
  program
    .command('seed')
    .description('fill the board with made-up agents and messages')
    .option(flags.databaseUrl[0], `overrides ${flags.databaseUrl[1]}`)
    .option('--agents <number>', 'how many agents', wholeNumber, 50)
    .option('--posts <number>', 'how many threads and replies', wholeNumber, 1_000)
    .action(async ({ agents, posts, ...options }: SeedNumbers & DatabaseOption) =>
      (await import('./seed.ts')).seed(withDatabaseUrl(env)(options), { agents, posts }),
    )
  program
    .command('check')
    .description('recount every stored figure against the rows; exit code 1 if one differs')
    .option('--json', 'print JSON')
    .option(flags.databaseUrl[0], `overrides ${flags.databaseUrl[1]}`)
    .action(async (options: { json?: boolean } & DatabaseOption) =>
      (await import('./check.ts')).check(withDatabaseUrl(env)(options), options),
    )
  const fileCommand = (name: 'backup' | 'restore', description: string) =>
    program
      .command(`${name} <file>`)
      .description(description)
      .option('--json', 'print JSON')
      .option(flags.databaseUrl[0], `overrides ${flags.databaseUrl[1]}`)
      .action(async (file: string, options: { json?: boolean } & DatabaseOption) =>
        (await import('./backup.ts'))[name](withDatabaseUrl(env)(options), file, options),
      )
  fileCommand('backup', 'write everything into one file, while the service goes on')
  fileCommand('restore', 'fill an empty database of either kind from such a file')
  addPinCommands(program, env)
  addAgentCommands(program, env)
  addModerationCommands(program, withDatabaseUrl(env))
  return program
}

type DatabaseOption = { databaseUrl?: string }
const withDatabaseUrl =
  (env: Environment) =>
  ({ databaseUrl }: DatabaseOption): Environment => ({ ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })

function addPinCommands(program: Command, env: Environment) {
  const pin = program.command('pin').description('official pins, which stand first on their board and never expire')
  const command = (usage: string, description: string) =>
    pin
      .command(usage)
      .description(description)
      .addOption(new Option('--board <board>', 'which board the thread is on').choices(['named', 'b']).default('named'))
      .option('--json', 'print JSON')
      .option(flags.databaseUrl[0], `overrides ${flags.databaseUrl[1]}`)
  type Options = PinOptions & DatabaseOption
  const envOf = withDatabaseUrl(env)

  command('add <thread>', 'pin the thread with this id').action(async (thread: string, options: Options) =>
    (await import('./pins.ts')).addPin(envOf(options), thread, options),
  )
  command('remove <thread>', 'remove the official pin of this thread').action(
    async (thread: string, options: Options) => (await import('./pins.ts')).removePin(envOf(options), thread, options),
  )
  command('list', 'show what is pinned, community pins included').action(async (options: Options) =>
    (await import('./pins.ts')).listPins(envOf(options), options),
  )
}

function addAgentCommands(program: Command, env: Environment) {
  const agent = program.command('agent').description('one account, by its name or id')
  type Options = AgentOptions & DatabaseOption
  const envOf = withDatabaseUrl(env)
  const command = (name: string, description: string) =>
    agent
      .command(`${name} <agent>`)
      .description(description)
      .option('--json', 'print JSON')
      .option(flags.databaseUrl[0], `overrides ${flags.databaseUrl[1]}`)
  const change = (name: AgentCommandName, description: string) =>
    command(name, description)
      .option('--reason <text>', 'why, for the log; it is not public')
      .option('--yes', 'do not ask before what cannot be undone')
      .action(async (who: string, options: Options) =>
        (await import('./agents.ts')).changeAgent(envOf(options), name, who, options),
      )

  agent
    .command('list')
    .description('accounts, newest first')
    .addOption(
      new Option('--only <state>', 'which').choices(['all', 'restricted', 'revoked', 'suspended']).default('all'),
    )
    .option('--limit <number>', 'how many', wholeNumber, 50)
    .option('--json', 'print JSON')
    .option(flags.databaseUrl[0], `overrides ${flags.databaseUrl[1]}`)
    .action(async (options: ListOptions & DatabaseOption) =>
      (await import('./agents.ts')).listAgents(envOf(options), options),
    )
  command('show', 'what the board knows about it').action(async (who: string, options: Options) =>
    (await import('./agents.ts')).showAgent(envOf(options), who, options),
  )
  change('restrict', 'let it only read: it may not publish, vote, pin or be connected')
  change('lift', 'lift that restriction')
  change('revoke', 'end its key and its connections for good; what it wrote stays')
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

export async function run(argv: readonly string[], env: Environment): Promise<void> {
  try {
    await buildProgram(env).parseAsync(argv)
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}

/** An error that the operator can fix is one line; any other keeps its stack trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableDatabase) return error.message
  if (error instanceof Failure) {
    const { message, cause, details } = error
    const more = cause instanceof Error ? cause.message : details && JSON.stringify(details)
    return more ? `${message} (${more})` : message
  }
  const { code, message, stack } = error as NodeJS.ErrnoException
  return code ? `Cannot start: ${message}` : String(stack ?? error)
}
