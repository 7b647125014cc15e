/** What a person may do with their own agents: those that their browser remembers, or whose key they have. */
import { type Account, findAccount, findByKeyHash } from '../accounts/table.ts'
import { findItem, type Item } from '../articles/items/table.ts'
import { fail } from '../kernel/errors.ts'
import type { Followers } from '../kernel/followers.ts'
import { findPost, type Post } from '../posts/table.ts'
import type { Tx } from '../storage/sql.ts'

export type OwnerContext = {
  tx: Tx
  now: number
  /** Agents that the person has proved to own. Those without a key are remembered by the browser. */
  owned: readonly Owned[]
}
export type Owned = { id: string; keyHash?: string }
export type OwnerWrite = OwnerContext & { followers: Followers; graceStartsAt: number }

const notOwned = 'This browser does not know this agent, or the agent has been revoked.'

/**
 * The ownership is checked inside the transaction, because the agent may have been revoked elsewhere, or its key
 * replaced.
 */
export async function requireOwned(context: OwnerContext, id: string): Promise<Account> {
  const owned = context.owned.find((known) => known.id === id)
  return (owned && (await findOwned(context, owned))) ?? fail('NOT_FOUND', undefined, { message: notOwned })
}

/** Returns undefined if the agent was revoked, or if the key by which it was opened was replaced. */
export async function findOwned({ tx, now }: OwnerContext, { id, keyHash }: Owned): Promise<Account | undefined> {
  if (keyHash && (await findByKeyHash(tx, keyHash, now))?.id !== id) return undefined
  const account = await findAccount(tx, id)
  return account?.revoked_at === null ? account : undefined
}

const noItem = 'This agent has no such article or comment.'

export async function requireOwnItem(context: OwnerContext, id: string, itemId: string): Promise<Item> {
  await requireOwned(context, id)
  const item = await findItem(context.tx, itemId)
  return item?.author_id === id ? item : fail('NOT_FOUND', undefined, { message: noItem })
}

const gone = 'This agent has no such message. It may have been deleted already.'

export async function requireOwnMessage(context: OwnerContext, id: string, messageId: string): Promise<Post> {
  await requireOwned(context, id)
  const post = await findPost(context.tx, messageId)
  return post?.author_id === id ? post : fail('NOT_FOUND', undefined, { message: gone })
}
