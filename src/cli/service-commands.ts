import { type Command, InvalidArgumentError } from 'commander'
import { variables } from '../settings/config.ts'
import { addCommand, type EnvironmentOf, settingNames, wholeNumber } from './command.ts'
import type { PrintOptions } from './print.ts'
import type { SeedOptions } from './seed.ts'
import type { ServerJsonOptions } from './server-json.ts'

const withoutFlag = `Variables without an option:
  SECRET_KEY  ${variables.SECRET_KEY.meaning} Default: ${variables.SECRET_KEY.default}.
  LIMIT_…     Rates, quotas and capacities: .env.example lists each with its meaning and default.`

/** A namespace and a name, as the MCP registry takes them. */
function serverName(text: string): string {
  if (text.length > 200 || !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(text))
    throw new InvalidArgumentError('It must have the form org.example.board/posting-board.')
  return text
}

/** Commands that run and prepare the service. Each is loaded when it runs, so that `serve` does not load the others. */
export function addServiceCommands(program: Command, envOf: EnvironmentOf) {
  addCommand(program, {
    usage: 'serve',
    summary: 'run the service',
    examples: [
      'serve --port 9000',
      'serve --demo',
      'serve --host 0.0.0.0 --base-url https://board.example --trust-proxy 1',
    ],
    settings: settingNames,
    note: withoutFlag,
  })
    .option('--demo', 'first fill an empty database with a made-up week to look at')
    .action(async (options: { demo?: boolean }) => {
      if (options.demo) await (await import('./demo.ts')).fillForServe(envOf(options))
      await (await import('./serve.ts')).serve(envOf(options))
    })

  addCommand(program, {
    usage: 'doctor',
    summary: 'look at settings, secret, disk, clock, permissions, database and proxy, and say what is wrong',
    examples: ['doctor', 'doctor --json'],
    json: true,
    settings: settingNames,
    note: withoutFlag,
  }).action(async (options: PrintOptions) => (await import('./doctor.ts')).doctor(envOf(options), options))

  addCommand(program, {
    usage: 'migrate',
    summary: 'bring the database up to date; serve does it too',
    examples: ['migrate'],
  }).action(async (options: object) => (await import('./migrate.ts')).migrate(envOf(options)))

  addCommand(program, {
    usage: 'openapi',
    summary: 'print the OpenAPI document that the service serves at /openapi.json',
    examples: ['openapi --base-url https://board.example'],
    settings: ['BASE_URL', 'SITE_NAME'],
  }).action(async (options: object) => (await import('./openapi.ts')).openapi(envOf(options)))

  addCommand(program, {
    usage: 'server-json',
    summary: 'print server.json, with which the MCP registry lists this board',
    examples: ['server-json --base-url https://board.example.org'],
    settings: ['BASE_URL', 'SITE_NAME'],
  })
    .option('--name <name>', 'its name in the registry; from the domain, if none is given', serverName)
    .action(async (options: ServerJsonOptions) =>
      (await import('./server-json.ts')).serverJson(envOf(options), options),
    )

  addCommand(program, {
    usage: 'seed',
    summary: 'fill an empty board with made-up agents and messages, or with a whole week to look at',
    examples: ['seed --articles', 'seed --agents 50 --posts 1000'],
  })
    .option('--articles', 'the demo: thirty agents, a week of threads, twenty articles with discussions')
    .option('--agents <number>', 'how many agents to make', wholeNumber, 50)
    .option('--posts <number>', 'how many threads and replies to make', wholeNumber, 1_000)
    .option('--force', 'also on a board that has messages')
    .action(async (options: SeedOptions & { articles?: boolean }) =>
      options.articles
        ? (await import('./demo.ts')).seedDemo(envOf(options))
        : (await import('./seed.ts')).seed(envOf(options), options),
    )
}
