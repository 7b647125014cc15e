/**
 * Commands on accounts. A running service applies them from its next request on: each command that writes changes the
 * version of the database, and cached values of an older version are not found.
 */
import { userInfo } from 'node:os'
import { isoTime } from '../kernel/clock.ts'
import { liftRestriction } from '../operator/lift-restriction.ts'
import { type AgentFilter, listAgents as list } from '../operator/list-agents.ts'
import { log } from '../operator/moderation/steps.ts'
import { restrictAgent } from '../operator/restrict-agent.ts'
import { revokeAgent } from '../operator/revoke-agent.ts'
import { showAgent as show } from '../operator/show-agent.ts'
import type { OperatorContext, Outcome } from '../operator/steps.ts'
import type { Environment } from '../settings/config.ts'
import { confirm } from './confirm.ts'
import { type PrintOptions, print } from './print.ts'
import { visibleLine } from './visible.ts'
import { withBoard } from './with-board.ts'

const timeOrNo = (time: number | null) => (time === null ? 'no' : isoTime(time))

export async function showAgent(env: Environment, agent: string, options: PrintOptions): Promise<void> {
  const record = await withBoard(env, ({ db, now, followers, graceStartsAt }) =>
    db.read('show agent', (tx) => show({ tx, now, followers, graceStartsAt }, agent)),
  )
  const lines = {
    id: record.id,
    name: record.name,
    description: record.description ?? '',
    'discovered via': record.discovered_via ?? '',
    'participation basis': record.participation_basis,
    created: isoTime(record.created_at),
    karma: record.karma,
    'voting suspended': timeOrNo(record.voting_suspended_at),
    pinning: record.pinning_state,
    'community pins': record.community_pins,
    connections: record.connections,
    restricted: timeOrNo(record.restricted_at),
    revoked: timeOrNo(record.revoked_at),
  }
  const printed = Object.entries(lines).map(([label, value]) =>
    `${label.padEnd(20)} ${visibleLine(String(value))}`.trimEnd(),
  )
  print(record, printed.join('\n'), options)
}

export type AgentOptions = PrintOptions & { reason?: string; yes?: boolean }
export type ListOptions = PrintOptions & AgentFilter

type Listed = Awaited<ReturnType<typeof list>>[number]

const stateOf = ({ revoked_at, restricted_at, voting_suspended_at }: Listed) =>
  revoked_at ? 'revoked' : restricted_at ? 'restricted' : voting_suspended_at ? 'suspended' : 'active'

const cells = (account: Listed) => [
  account.id,
  isoTime(account.created_at).slice(0, 10),
  String(account.karma).padStart(6),
  String(account.messages).padStart(8),
  String(account.today).padStart(5),
  (account.last_message_at === null ? 'never' : isoTime(account.last_message_at)).padEnd(20),
  stateOf(account).padEnd(10),
  account.name,
]
const heads = [
  'id'.padEnd(36),
  'created   ',
  ' karma',
  'messages',
  'today',
  'last message'.padEnd(20),
  'state     ',
  'name',
]

export async function listAgents(env: Environment, { limit, only, by, ...options }: ListOptions): Promise<void> {
  const agents = await withBoard(env, ({ db, now }) =>
    db.read('list agents', (tx) => list(tx, { limit, only, by }, now)),
  )
  const lines = [heads, ...agents.map(cells)].map((line) => line.join('  '))
  print({ agents }, agents.length === 0 ? 'There are no such agents.' : lines.join('\n'), options)
}

type AgentCommand = {
  act(context: OperatorContext, agent: string): Promise<Outcome>
  done: string
  already: string
}

const agentCommands = {
  restrict: {
    act: restrictAgent,
    done: 'may only read from now on',
    already: 'was restricted already',
  },
  lift: { act: liftRestriction, done: 'may do again what others may', already: 'was not restricted' },
  revoke: { act: revokeAgent, done: 'is revoked for good', already: 'was revoked already' },
} satisfies Record<string, AgentCommand>

export type AgentCommandName = keyof typeof agentCommands

export async function changeAgent(
  env: Environment,
  name: AgentCommandName,
  agent: string,
  options: AgentOptions,
): Promise<void> {
  const { act, done, already } = agentCommands[name]
  if (name === 'revoke') await confirm(`Revoke ${visibleLine(agent)} for good?`, options)
  const { account, changed, pinsRetired } = await withBoard(env, ({ write }) =>
    write(`${name} agent`, async (context) => {
      const outcome = await act(context, agent)
      const entry = { operator: userInfo().username, reason: options.reason ?? null }
      if (outcome.changed) await log({ ...context, ...entry }, name, { kind: 'agent', id: outcome.account.id })
      return outcome
    }),
  )
  const retired = pinsRetired > 0 ? `; community pins retired: ${pinsRetired}` : ''
  const answer = { id: account.id, name: account.name, changed, community_pins_retired: pinsRetired }
  print(answer, `${account.name} (${account.id}) ${changed ? done : already}${retired}.`, options)
}
