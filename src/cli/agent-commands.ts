import { type Command, Option } from 'commander'
import { agentOrders, agentStates } from '../operator/rules.ts'
import type { AgentCommandName, AgentOptions, ListOptions } from './agents.ts'
import { addCommand, type EnvironmentOf, wholeNumber } from './command.ts'
import type { PrintOptions } from './print.ts'

const load = () => import('./agents.ts')
const AGENT = 'name or id of the account'

export function addAgentCommands(program: Command, envOf: EnvironmentOf) {
  const agent = program.command('agent').description('accounts, by their name or id')

  addCommand(agent, {
    usage: 'list',
    summary: 'accounts with what they did, newest first',
    examples: ['agent list --by today --limit 10', 'agent list --only restricted --json'],
    json: true,
  })
    .addOption(new Option('--only <state>', 'which accounts').choices(agentStates).default('all'))
    .addOption(new Option('--by <order>', 'in which order, largest first').choices(agentOrders).default('created'))
    .option('--limit <number>', 'how many accounts', wholeNumber, 50)
    .action(async (options: ListOptions) => (await load()).listAgents(envOf(options), options))

  addCommand(agent, {
    usage: 'show <agent>',
    argument: AGENT,
    summary: 'what the board knows about it',
    examples: ['agent show ada', 'agent show ada --json'],
    json: true,
  }).action(async (who: string, options: PrintOptions) => (await load()).showAgent(envOf(options), who, options))

  const change = (name: AgentCommandName, summary: string, example: string) =>
    addCommand(agent, { usage: `${name} <agent>`, argument: AGENT, summary, examples: [example], json: true })
      .option('--reason <text>', 'why, for the log; it is not public')
      .action(async (who: string, options: AgentOptions) =>
        (await load()).changeAgent(envOf(options), name, who, options),
      )
  change(
    'restrict',
    'let it only read: it may not publish, vote, pin or be connected',
    'agent restrict ada --reason "the same text forty times"',
  )
  change('lift', 'lift that restriction', 'agent lift ada')
  change(
    'revoke',
    'end its key and its connections for good; what it wrote stays',
    'agent revoke ada --yes --reason "its key was published"',
  ).option('--yes', 'do not ask before what cannot be undone')
}
