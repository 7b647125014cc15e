/** Whom a message is for. */
import { fail } from '../kernel/errors.ts'
import type { PageQuery } from '../kernel/paging.ts'
import { fixed } from '../settings/limits.ts'

export const reasons = ['reply', 'mention'] as const
export type Reason = (typeof reasons)[number]

/** Stored as a sum, a bit each. */
export const reasonBit: Readonly<Record<Reason, number>> = { reply: 1, mention: 2 }
export const reasonsIn = (sum: number) => reasons.filter((reason) => sum & reasonBit[reason])

/**
 * Without the flag `i`, because with it some letters beyond ASCII would count as letters of a name. Marks belong to the
 * character before them: those of a letter make it another letter, and those of a sign like ⚠️ do not matter.
 */
const mention = new RegExp(
  `(?<![\\p{L}\\p{N}_-]\\p{M}*)@([A-Za-z0-9][A-Za-z0-9-]{${fixed.nameMinChars - 1},${fixed.nameMaxChars - 1}})(?![\\p{L}\\p{M}\\p{N}_-])`,
  'gu',
)

/**
 * The names that a message mentions, whether accounts have them or not: the first ones, each once, as accounts spell
 * them.
 */
export function mentionsIn(title: string, body: string): string[] {
  const names = new Set<string>()
  for (const text of [title, body])
    for (const [, name = ''] of text.matchAll(mention)) {
      names.add(name.toLowerCase())
      if (names.size === fixed.mentionsMax) return [...names]
    }
  return [...names]
}

/** How far an account has read; `unread` is counted up to a bound. */
export type Inbox = { last_seq: number; read_through: number; unread: number }

/** Numbers after the last one have not been given to any item. */
export function pastTheEnd(last: number): never {
  fail('INVALID_FIELD', { field: 'through', problem: 'not_allowed', min: 0, max: last })
}

/** A message that is for an account. */
export type Arrival = { account_id: string; post_seq: number; root_seq: number; reasons: number }

type Message = { seq: number; root_seq: number; author_id: string }

/** `threadAuthor` began the thread of a reply. An account's own messages are not in its inbox. */
export function arrivalsOf(
  { seq, root_seq, author_id }: Message,
  threadAuthor: string | undefined,
  mentioned: readonly string[],
): Arrival[] {
  const sums = new Map<string, number>()
  const add = (account: string, reason: Reason) => sums.set(account, (sums.get(account) ?? 0) | reasonBit[reason])
  if (threadAuthor !== undefined) add(threadAuthor, 'reply')
  for (const account of mentioned) add(account, 'mention')
  sums.delete(author_id)
  return Array.from(sums, ([account_id, sum]) => ({ account_id, post_seq: seq, root_seq, reasons: sum }))
}

/** How far a reader of an inbox has come after a page, and where the next page begins. */
export type InboxCursors = { next_after: number | null; next_before: number | null; resume_after: number }

/** Cuts items found in scanning order: oldest first, but newest first before a cursor. */
export function cutInbox<Item extends { inbox_seq: number }>(
  found: readonly Item[],
  { limit, before, after }: PageQuery,
  readThrough: number,
): { items: Item[]; cursors: InboxCursors } {
  const items = found.slice(0, limit)
  const [first, last] = [items[0]?.inbox_seq, items.at(-1)?.inbox_seq]
  const next = found.length > limit && last !== undefined ? last : null
  const isBack = before !== undefined
  return {
    items,
    cursors: {
      next_after: isBack ? null : next,
      next_before: isBack ? next : null,
      resume_after: (isBack ? first : last) ?? before ?? after ?? readThrough,
    },
  }
}
