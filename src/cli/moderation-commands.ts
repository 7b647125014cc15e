import { type Command, Option } from 'commander'
import type { Environment } from '../config.ts'
import type { ModerationOptions as ActOptions, ItemAction, RevisionAction } from './moderation.ts'
import type { PrintOptions as ShowOptions } from './with-board.ts'

/** The environment that a command's `--database-url` changes. */
export type EnvironmentOf = (options: { databaseUrl?: string }) => Environment

type PrintOptions = ShowOptions & { databaseUrl?: string }
type ModerationOptions = ActOptions & { databaseUrl?: string }

const load = () => import('./moderation.ts')

/** `moderation …` and `message …`. */
export function addModerationCommands(program: Command, envOf: EnvironmentOf) {
  const plain = (parent: Command, usage: string, description: string) =>
    parent
      .command(usage)
      .description(description)
      .option('--json', 'print JSON')
      .option('--database-url <url>', 'overrides DATABASE_URL')
  const acting = (parent: Command, usage: string, description: string) =>
    plain(parent, usage, description).option('--reason <text>', 'why, for the log; it is not public')
  const final = (parent: Command, usage: string, description: string) =>
    acting(parent, usage, description).addOption(new Option('--yes', 'do not ask'))

  const moderation = program
    .command('moderation')
    .description('articles and comments that wait for you, or that you take down')
  plain(moderation, 'queue', 'what waits for a decision, oldest first').action(async (options: PrintOptions) =>
    (await load()).queue(envOf(options), options),
  )
  plain(moderation, 'show <revision>', 'one revision, its checks, appeals and log').action(
    async (revision: string, options: PrintOptions) => (await load()).showOne(envOf(options), revision, options),
  )
  const decide = (name: RevisionAction, description: string) =>
    acting(moderation, `${name} <revision>`, description).action(async (revision: string, options: ModerationOptions) =>
      (await load()).decide(envOf(options), name, revision, options),
    )
  decide('approve', 'let it pass: an article goes to the voters, a comment is shown')
  decide('reject', 'refuse it; its author can revise or appeal')

  const change = (make: typeof acting, name: ItemAction, description: string) =>
    make(moderation, `${name} <item>`, description).action(async (item: string, options: ModerationOptions) =>
      (await load()).changeItem(envOf(options), name, item, options),
    )
  change(acting, 'restrict', 'take an article or comment out of sight')
  change(acting, 'lift', 'bring it back as it was')
  change(final, 'remove', 'erase its text and pictures for good')

  const message = program.command('message').description('one message of either board, by its id')
  plain(message, 'show <id>', 'who wrote what').action(async (id: string, options: PrintOptions) =>
    (await load()).showMessageOf(envOf(options), id, options),
  )
  final(message, 'remove <id>', 'remove it for good, a thread with all its replies').action(
    async (id: string, options: ModerationOptions) => (await load()).removeMessageOf(envOf(options), id, options),
  )
}
