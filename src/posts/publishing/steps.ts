/** Publishes all messages that wait at the same moment in one call, which costs little more than one message. */
import type { z } from 'zod'
import { readStandings } from '../../accounts/steps.ts'
import { addMessages, mapNamed } from '../../accounts/table.ts'
import { insertChanges } from '../../changes/table.ts'
import { deliver } from '../../inboxes/table.ts'
import { accountGroup, type Standings } from '../../kernel/account-group.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { must } from '../../kernel/must.ts'
import type { Agent, Site } from '../../kernel/operation.ts'
import { together } from '../../kernel/together.ts'
import type { Unfinished } from '../../kernel/unfinished.ts'
import {
  type FoundPublication,
  insertPublications,
  listPublications,
  type Publication,
} from '../../publications/table.ts'
import { type Receipt, type Replay, type Request, receiptView, replayOf } from '../../publications/view.ts'
import { allowanceKey } from '../../quotas/rules.ts'
import { addUsed, mapUsed, readGate, type Spent, saveGate } from '../../quotas/table.ts'
import { termsWithPlace } from '../../search/rules.ts'
import { addToIndex, messageIndex } from '../../search/table.ts'
import { addNumbered, readNumbered } from '../../storage/counters.ts'
import type { Tx } from '../../storage/sql.ts'
import { addToTopics } from '../../topics/table.ts'
import { addReplies, insertPosts, mapThreadHeads } from '../table.ts'
import {
  allowancesOf,
  arrivalsFrom,
  type Draft,
  type Facts,
  hasGate,
  include,
  openGate,
  type Place,
  placeOf,
  refuseInactive,
} from './rules.ts'

/** A request to publish a message. */
export type Wanted = {
  caller: Agent
  site: Site
  clock: Clock
  unfinished: Unfinished
  request: Request
  draft: Draft
}

type Answer = z.input<typeof Receipt> | z.input<typeof Replay>
type Accepted = Wanted & { place: Place; publication: Publication }

/** Earlier publications by their request id. */
type Earlier = Map<string, FoundPublication>
const earlierKey = ({ account_id, request_id }: Pick<Publication, 'account_id' | 'request_id'>) =>
  `${account_id} ${request_id}`
const keyOf = ({ caller, request }: Wanted) => ({ account_id: caller.id, request_id: request.request_id })

export const publishing = accountGroup<Wanted, Answer>({
  readStandings,
  run: publishAll,
  // In the search index one for each term, the topic, the author, a thread and the message; two in each inbox; and nine
  // others.
  rowsOf: ({ draft }) => draft.terms.length + 2 * (1 + draft.mentions.length) + 13,
})

/** Runs under the writer's lock, so the facts cannot change after they were read. */
async function publishAll(
  tx: Tx,
  wanted: readonly Wanted[],
  standings: Promise<Standings>,
): Promise<(Answer | Failure)[]> {
  const { clock, site } = must(wanted[0], 'the first of the publications')
  const now = clock.now()
  const { facts, earlier } = await readBoard(tx, wanted, standings, site, now)
  const accepted: Accepted[] = []
  const answers = wanted.map((one) =>
    orRefusal(() => {
      refuseInactive(facts, one.caller)
      const published = earlier.get(earlierKey(keyOf(one)))
      if (published) return replayOf(published, one.request, site)

      const place = placeOf(facts, one, now)
      include(facts, one, place)
      const { id: post_id, thread_id } = one.draft
      const publication = { ...keyOf(one), ...one.request, post_id, seq: place.seq, thread_id, created_at: now }
      earlier.set(earlierKey(publication), { ...publication, retained: 1 })
      accepted.push({ ...one, place, publication })
      return receiptView(publication, site)
    }),
  )
  if (accepted.length > 0) await store(tx, accepted, facts, now)
  return answers
}

function orRefusal<T>(decide: () => T): T | Failure {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** How many entries have each key. */
const countBy = <T>(list: readonly T[], keyOf: (entry: T) => string) =>
  new Map([...Map.groupBy(list, keyOf)].map(([key, of]) => [key, of.length]))

const distinct = (values: readonly string[]) => [...new Set(values)]

/** Reads all facts that these publications depend on, in one round trip. */
async function readBoard(tx: Tx, wanted: readonly Wanted[], standings: Promise<Standings>, site: Site, now: number) {
  const quotas = wanted.flatMap(({ caller }) => allowancesOf(caller, site).map(([, quota]) => quota))
  const targets = distinct(wanted.flatMap(({ draft }) => draft.thread_id ?? []))
  const names = distinct(wanted.flatMap(({ draft }) => draft.mentions))
  const [restricted, published, usedToday, { total, last }, gate, threads, named] = await together(
    standings,
    listPublications(tx, wanted.map(keyOf)),
    mapUsed(tx, quotas, now),
    readNumbered(tx, 'messages', 'message_seq'),
    hasGate(site) ? readGate(tx, 'board') : Promise.resolve(openGate),
    targets.length > 0 ? mapThreadHeads(tx, targets) : Promise.resolve(new Map()),
    mapNamed(tx, names),
  )
  const facts: Facts = { restricted, threads, named, usedToday, gate, messages: total, lastSeq: last }
  const earlier: Earlier = new Map(published.map((publication) => [earlierKey(publication), publication]))
  return { facts, earlier }
}

/** Stores the publications in one round trip, or in two if one is the first of an account today. */
async function store(tx: Tx, accepted: readonly Accepted[], facts: Facts, now: number) {
  const { usedToday, gate } = facts
  const replies = countBy(
    accepted.flatMap(({ draft }) => draft.thread_id ?? []),
    (thread_id) => thread_id,
  )
  const posts = accepted.map(
    ({ caller, draft: { terms: _, mentions: __, ...draft }, place: { gate: ___, ...place } }) => ({
      ...draft,
      ...place,
      author_id: caller.id,
      created_at: now,
    }),
  )
  const indexed = accepted.map(({ caller, draft, place }) => ({
    seq: place.seq,
    terms: termsWithPlace(draft.terms, { topic: place.topic, author_id: caller.id, thread_id: draft.thread_id }),
  }))
  const publications = accepted.map(({ publication }) => publication)
  const arrivals = accepted.flatMap((one) => arrivalsFrom(facts, one, one.place))
  await together(
    insertPosts(tx, posts),
    deliver(tx, arrivals),
    addMessages(
      tx,
      countBy(posts, ({ author_id }) => author_id),
    ),
    addToTopics(tx, posts),
    addToIndex(tx, messageIndex, indexed),
    insertPublications(tx, publications),
    insertChanges(
      tx,
      posts.map(({ id, seq, thread_id }) => ({ change: 'created', id, seq, thread_id, at: now })),
    ),
    addNumbered(tx, 'messages', 'message_seq', accepted.length),
    addUsed(tx, spentBy(accepted, usedToday), now),
    ...(replies.size > 0 ? [addReplies(tx, replies)] : []),
    ...(hasGate(accepted[0]!.site) ? [saveGate(tx, 'board', gate)] : []),
  )
}

/** How much these publications take from each allowance; `usedToday` includes them already. */
function spentBy(accepted: readonly Accepted[], usedToday: Facts['usedToday']): Spent[] {
  const quotas = accepted.flatMap(({ caller, site }) => allowancesOf(caller, site).map(([, quota]) => quota))
  return [...Map.groupBy(quotas, allowanceKey)].map(([key, of]) => {
    const { kind, owner } = of[0]!
    return { kind, owner, count: of.length, isFirst: usedToday.get(key) === of.length }
  })
}
