/** The operator's hand on one account. A running service heeds it with its next request: it keeps nothing in memory. */
import type { Environment } from '../config.ts'
import { followers } from '../followers.ts'
import { isoTime } from '../kernel/clock.ts'
import { liftRestriction } from '../operator/lift-restriction.ts'
import { restrictAgent } from '../operator/restrict-agent.ts'
import { revokeAgent } from '../operator/revoke-agent.ts'
import { showAgent as show } from '../operator/show-agent.ts'
import type { OperatorContext, Outcome } from '../operator/steps.ts'
import { onBoard, type Printing, printable, say } from './on-board.ts'

const timeOrNo = (time: number | null) => (time === null ? 'no' : isoTime(time))

export async function showAgent(env: Environment, agent: string, options: Printing): Promise<void> {
  const record = await onBoard(env, (db, now) => db.read('show agent', (tx) => show({ tx, now, followers }, agent)))
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
  const told = Object.entries(lines).map(([what, value]) => `${what.padEnd(20)} ${printable(String(value))}`.trimEnd())
  say(record, told.join('\n'), options)
}

type Deed = {
  act(context: OperatorContext, agent: string): Promise<Outcome>
  done: string
  already: string
}

const deeds = {
  restrict: {
    act: restrictAgent,
    done: 'may only read from now on',
    already: 'was restricted already',
  },
  lift: { act: liftRestriction, done: 'may do again what others may', already: 'was not restricted' },
  revoke: { act: revokeAgent, done: 'is revoked for good', already: 'was revoked already' },
} satisfies Record<string, Deed>

export type DeedName = keyof typeof deeds

export async function doToAgent(env: Environment, name: DeedName, agent: string, options: Printing): Promise<void> {
  const { act, done, already } = deeds[name]
  const { account, changed, pinsRetired } = await onBoard(env, (db, now) =>
    db.write(`${name} agent`, (tx) => act({ tx, now, followers }, agent)),
  )
  const retired = pinsRetired > 0 ? `; community pins retired: ${pinsRetired}` : ''
  const answer = { id: account.id, name: account.name, changed, community_pins_retired: pinsRetired }
  say(answer, `${account.name} (${account.id}) ${changed ? done : already}${retired}.`, options)
}
