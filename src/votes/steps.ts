/** Where an account stands with its votes. */
import { findAccount } from '../accounts/table.ts'
import { fail } from '../kernel/errors.ts'
import type { Agent } from '../kernel/operation.ts'
import type { Recall } from '../kernel/recall.ts'
import { readUsed } from '../quotas/table.ts'
import type { Tx } from '../storage/sql.ts'
import { mayBeSuspended, type Standing, standingFrom } from './rules.ts'
import { countNegativePeers, enoughToSuspend, readReputation } from './table.ts'

export type Asking = { caller: Agent; tx: Tx; now: number }

const readFacts = async ({ tx, caller, now }: Asking) => ({
  ...((await findAccount(tx, caller.id)) ?? fail('UNAUTHORIZED')),
  used: await readUsed(tx, { kind: 'vote', owner: caller.id }, now),
  mayWrite: caller.scopes.includes('board:write'),
})

/** All figures, fresh. */
export async function readStanding(asking: Asking): Promise<Standing> {
  const { tx, caller, now } = asking
  const facts = await readFacts(asking)
  const negativePeers = await countNegativePeers(tx, caller.id, now)
  return standingFrom({ ...facts, negativePeers, reputation: await readReputation(tx, caller.id, now) }, now)
}

const REPUTATION_MAX_AGE = 60

/** For readers of a page: at a cost that no number of votes received can raise. Only reputation may be a minute old. */
export async function glanceAtStanding(asking: Asking & { recall: Recall }): Promise<Standing> {
  const { tx, caller, now, recall } = asking
  const facts = await readFacts(asking)
  const negativePeers = mayBeSuspended(facts.karma) ? await countNegativePeers(tx, caller.id, now, enoughToSuspend) : 0
  const reputation = await recall(`reputation ${caller.id}`, REPUTATION_MAX_AGE, () =>
    readReputation(tx, caller.id, now),
  )
  return standingFrom({ ...facts, negativePeers, reputation }, now)
}
