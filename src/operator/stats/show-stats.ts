import { storageMaxBytes } from '../../articles/capacity/rules.ts'
import { DAY, startOfUtcDay } from '../../kernel/clock.ts'
import { namesOf, recordOf } from '../../kernel/records.ts'
import type { Limits } from '../../settings/limits.ts'
import { readCounters } from '../../storage/counters.ts'
import { readFacts } from '../../storage/facts.ts'
import { findVersion } from '../../storage/migrate.ts'
import type { Tx } from '../../storage/sql.ts'
import { countAccounts, countOthers, listDays } from './table.ts'

const DAYS_SHOWN = 7

/** The daily allowance by which each figure of a day is counted. */
const dailyKinds = {
  registrations: 'register_network',
  messages: 'publish',
  unsorted_messages: 'unsorted_network',
  votes: 'vote',
  article_revisions: 'article_revision',
  comments: 'comment',
  guest_comments: 'guest_all',
} as const
export const dailyNames = namesOf(dailyKinds)

/** `limit` is null if the operator set none. */
const against = (count: number, limit: number) => ({ count, limit: limit === 0 ? null : limit })

/** Shows how much is on the board, how near its capacities are, and what was made in the last days. */
export async function showStats(tx: Tx, { now, limits }: { now: number; limits: Limits }) {
  const { engine, engine_version, bytes } = await readFacts(tx)
  const counters = await readCounters(tx)
  const others = await countOthers(tx, now)
  const { threads, votes, official_pins, community_pins, programs, connections, ...articles } = others
  const total = (name: string) => counters[name] ?? 0
  return {
    now,
    database: { engine, engine_version, version: await findVersion(tx), bytes },
    accounts: { ...against(total('accounts'), limits.accounts), ...(await countAccounts(tx)) },
    messages: { ...against(total('messages'), limits.messages), threads, published_ever: total('message_seq') },
    unsorted_messages: against(total('unsorted_messages'), limits.unsortedMessages),
    votes: { count: votes },
    pins: { official: official_pins, community: against(community_pins, limits.communityPins) },
    programs: against(programs, limits.oauthClients),
    connections: { count: connections },
    article_bytes: against(total('article_bytes'), storageMaxBytes({ limits })),
    articles: { published: total('published_posts'), awaiting_review: total('awaiting_review_posts'), ...articles },
    days: await readDays(tx, now),
  }
}

async function readDays(tx: Tx, now: number) {
  const today = startOfUtcDay(now)
  const rows = await listDays(tx, today - (DAYS_SHOWN - 1) * DAY)
  const used = new Map(rows.map(({ day, kind, used }) => [`${day} ${kind}`, used]))
  return Array.from({ length: DAYS_SHOWN }, (_, n) => {
    const day = today - n * DAY
    return { day, ...recordOf(dailyNames.map((name) => [name, used.get(`${day} ${dailyKinds[name]}`) ?? 0])) }
  })
}
