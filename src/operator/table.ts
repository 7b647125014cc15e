import { startOfUtcDay } from '../kernel/clock.ts'
import { shownPosts } from '../storage/removed.ts'
import { sql, type Tx } from '../storage/sql.ts'
import type { AgentOrder, AgentState } from './rules.ts'

/** An account with its activity. `messages` counts the retained messages, `today` the published ones. */
export type AgentRow = {
  id: string
  name: string
  created_at: number
  karma: number
  messages: number
  today: number
  last_message_at: number | null
  voting_suspended_at: number | null
  restricted_at: number | null
  revoked_at: number | null
}

export type AgentFilter = { only: AgentState; by: AgentOrder; limit: number }

const states = {
  all: sql`1 = 1`,
  restricted: sql`restricted_at IS NOT NULL`,
  revoked: sql`revoked_at IS NOT NULL`,
  suspended: sql`voting_suspended_at IS NOT NULL`,
} satisfies Record<AgentState, unknown>

const orders = {
  created: sql`created_at`,
  karma: sql`karma`,
  messages: sql`messages`,
  today: sql`today`,
} satisfies Record<AgentOrder, unknown>

export const listAgentRows = (tx: Tx, { only, by, limit }: AgentFilter, now: number) =>
  tx.all<AgentRow>(sql`
    SELECT id, name, created_at, karma, messages, today, voting_suspended_at, restricted_at, revoked_at,
           (SELECT p.created_at FROM ${shownPosts} p WHERE p.author_id = listed.id ORDER BY (p.seq + 0) DESC LIMIT 1) AS last_message_at
    FROM (SELECT a.id, a.name, a.created_at, a.karma, a.voting_suspended_at, a.restricted_at, a.revoked_at,
                 (SELECT COUNT(*) FROM ${shownPosts} p WHERE p.author_id = a.id) AS messages,
                 COALESCE((SELECT q.used FROM quotas q WHERE q.kind = 'publish' AND q.owner = a.id
                             AND q.day = ${startOfUtcDay(now)}), 0) AS today
          FROM accounts a WHERE ${states[only]}) AS listed
    ORDER BY ${orders[by]} DESC, created_at DESC, name LIMIT ${limit}`)
