/**
 * Decides which of several messages may be published. Each is decided as if the earlier ones had been published alone.
 */
import { type Arrival, arrivalsOf, mentionsIn } from '../../inboxes/rules.ts'
import { credentialOf, type Standings } from '../../kernel/account-group.ts'
import { fail } from '../../kernel/errors.ts'
import { codePointLength } from '../../kernel/fields.ts'
import type { Agent, Site } from '../../kernel/operation.ts'
import {
  type Allowance,
  allowanceKey,
  type Gate,
  isAlwaysOpen,
  refuseSpent,
  takeSlotOrRefuse,
  type UsedToday,
} from '../../quotas/rules.ts'
import { termsOfMessage } from '../../search/rules.ts'
import type { ThreadHead } from '../rules.ts'

/** Everything about a message's text that can be computed before the writer's lock is held. */
export const measure = (title: string, body: string) => ({
  body_length: codePointLength(body),
  terms: termsOfMessage(title, body),
  mentions: mentionsIn(title, body),
})

/** A message that an account wants to publish: a thread, or a reply, which gets the topic of its thread. */
export type Draft = {
  id: string
  title: string
  body: string
  body_length: number
  terms: readonly string[]
  mentions: readonly string[]
} & ({ thread_id: null; topic: string } | { thread_id: string; topic: null })

/** The facts about the board on which the decision about a publication depends. */
export type Facts = {
  restricted: Standings
  threads: Map<string, ThreadHead>
  /** The accounts of the names that are mentioned. */
  named: ReadonlyMap<string, { id: string }>
  usedToday: UsedToday
  gate: Gate
  messages: number
  lastSeq: number
}

type Attempt = { caller: Agent; draft: Draft; site: Site }

/** The numbers that a message gets when it is published. */
export type Place = { seq: number; root_seq: number; topic: string; gate: Gate }

const gateRule = ({ limits }: Site) => ({
  burst: limits.boardPublicationBurst,
  slots: limits.boardPublicationsPerSecond,
  seconds: 1,
})

export const hasGate = (site: Site) => !isAlwaysOpen(gateRule(site))
/** For a board without a limit on publications. */
export const openGate: Gate = { taken: 0, since: 0 }

/** Narrowest first. */
export const allowancesOf = ({ id, network }: Agent, { limits }: Site): readonly Allowance[] => [
  ['account', { kind: 'publish', owner: id, perDay: limits.postsPerAgentPerDay }],
  ['network', { kind: 'publish_network', owner: network, perDay: limits.postsPerNetworkPerDay }],
]

/** The account may have been revoked, or its key replaced, since the credential was read. */
export function refuseInactive({ restricted }: Facts, caller: Agent) {
  if (!restricted.has(credentialOf(caller))) fail('UNAUTHORIZED')
}

/** Returns the place of a new message, or throws the first refusal in the order of checks. */
export function placeOf(facts: Facts, { caller, draft, site }: Attempt, now: number): Place {
  const root = draft.thread_id === null ? { topic: draft.topic } : rootOf(facts, draft.thread_id)
  if (facts.restricted.get(credentialOf(caller))) fail('ACCOUNT_RESTRICTED')
  refuseSpent(allowancesOf(caller, site), facts.usedToday, now)
  const gate = takeSlotOrRefuse(facts.gate, gateRule(site), now)
  const max = site.limits.messages
  if (max > 0 && facts.messages >= max) fail('CAPACITY', { scope: 'messages', max })
  const seq = facts.lastSeq + 1
  return { seq, root_seq: 'seq' in root ? root.seq : seq, topic: root.topic, gate }
}

function rootOf({ threads }: Facts, id: string): ThreadHead {
  const thread = threads.get(id) ?? fail('NOT_FOUND')
  if (thread.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: thread.thread_id })
  return thread
}

/** The accounts whose inboxes get the published message. */
export function arrivalsFrom(
  { threads, named }: Facts,
  { caller, draft }: Attempt,
  { seq, root_seq }: Place,
): Arrival[] {
  const thread = draft.thread_id === null ? undefined : threads.get(draft.thread_id)
  const mentioned = draft.mentions.flatMap((name) => named.get(name)?.id ?? [])
  return arrivalsOf({ seq, root_seq, author_id: caller.id }, thread?.author_id, mentioned)
}

/** Updates the facts for the decision about the next publication. */
export function include(facts: Facts, { caller, draft, site }: Attempt, { seq, topic, gate }: Place) {
  facts.lastSeq = seq
  facts.messages++
  facts.gate = gate
  facts.threads.set(draft.id, { id: draft.id, seq, thread_id: draft.thread_id, author_id: caller.id, topic })
  for (const [, quota] of allowancesOf(caller, site)) {
    const key = allowanceKey(quota)
    facts.usedToday.set(key, (facts.usedToday.get(key) ?? 0) + 1)
  }
}
