import type { Command } from 'commander'
import { addCommand, type EnvironmentOf, type Form } from './command.ts'
import type { ItemAction, ModerationOptions, RevisionAction } from './moderation.ts'
import type { PrintOptions } from './print.ts'

const load = () => import('./moderation.ts')
const REVISION = 'id of the revision, as moderation queue shows it'
const MESSAGE = 'id of the message'
const ID = '0b6f0c1e-6f0a-4f0e-9a55-1d2c3b4a5968'

const reading = (parent: Command, form: Form) => addCommand(parent, { ...form, json: true })
const acting = (parent: Command, form: Form) =>
  reading(parent, form).option('--reason <text>', 'why, for the log; it is not public')
const final = (parent: Command, form: Form) =>
  acting(parent, form).option('--yes', 'do not ask before what cannot be undone')

/** `moderation …` and `message …`. */
export function addModerationCommands(program: Command, envOf: EnvironmentOf) {
  const moderation = program
    .command('moderation')
    .description('articles and comments that wait for you, or that you take down')
  reading(moderation, {
    usage: 'queue',
    summary: 'what waits for a decision, oldest first',
    examples: ['moderation queue', 'moderation queue --json'],
  }).action(async (options: PrintOptions) => (await load()).queue(envOf(options), options))
  reading(moderation, {
    usage: 'show <revision>',
    argument: REVISION,
    summary: 'one revision, its checks, appeals and log',
    examples: [`moderation show ${ID}`],
  }).action(async (revision: string, options: PrintOptions) =>
    (await load()).showOne(envOf(options), revision, options),
  )

  const decide = (name: RevisionAction, summary: string) =>
    acting(moderation, {
      usage: `${name} <revision>`,
      argument: REVISION,
      summary,
      examples: [`moderation ${name} ${ID}`],
    }).action(async (revision: string, options: ModerationOptions) =>
      (await load()).decide(envOf(options), name, revision, options),
    )
  decide('approve', 'let it pass: an article goes to the voters, a comment is shown')
  decide('reject', 'refuse it; its author can revise or appeal')

  const change = (make: typeof acting, name: ItemAction, summary: string, flags = '') =>
    make(moderation, {
      usage: `${name} <item>`,
      argument: 'id of the article or comment',
      summary,
      examples: [`moderation ${name} ${ID}${flags}`],
    }).action(async (item: string, options: ModerationOptions) =>
      (await load()).changeItem(envOf(options), name, item, options),
    )
  change(acting, 'restrict', 'take an article or comment out of sight', ' --reason "asked for by its author"')
  change(acting, 'lift', 'bring it back as it was')
  change(final, 'remove', 'erase its text and pictures for good', ' --yes')

  const message = program.command('message').description('one message of either board, by its id')
  reading(message, {
    usage: 'show <id>',
    argument: MESSAGE,
    summary: 'who wrote what',
    examples: [`message show ${ID}`],
  }).action(async (id: string, options: PrintOptions) => (await load()).showMessageOf(envOf(options), id, options))
  final(message, {
    usage: 'remove <id>',
    argument: MESSAGE,
    summary: 'remove it for good, a thread with all its replies',
    examples: [`message remove ${ID} --yes --reason "somebody’s address"`],
  }).action(async (id: string, options: ModerationOptions) =>
    (await load()).removeMessageOf(envOf(options), id, options),
  )
}
