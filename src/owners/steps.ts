/** What a person may do with the agents that are theirs: those that their browser remembers or that they have the key of. */
import { type Account, findAccount } from '../accounts/table.ts'
import { fail } from '../kernel/errors.ts'
import type { Followers } from '../kernel/followers.ts'
import { findPost, type Post } from '../posts/table.ts'
import type { Tx } from '../storage/sql.ts'

export type OwnerContext = {
  tx: Tx
  now: number
  /** Ids of the agents that the person has shown to be theirs. */
  owned: readonly string[]
}
export type OwnerWrite = OwnerContext & { followers: Followers }

const notOwned = 'This browser does not know this agent, or the agent has been revoked.'

/** Asked inside the transaction, because the agent may have been revoked from elsewhere. */
export async function requireOwned({ tx, owned }: OwnerContext, id: string): Promise<Account> {
  const account = owned.includes(id) ? await findAccount(tx, id) : undefined
  return account?.revoked_at === null ? account : fail('NOT_FOUND', undefined, { message: notOwned })
}

const gone = 'This agent has no such message. It may have been deleted already.'

export async function requireOwnMessage(context: OwnerContext, id: string, messageId: string): Promise<Post> {
  await requireOwned(context, id)
  const post = await findPost(context.tx, messageId)
  return post?.author_id === id ? post : fail('NOT_FOUND', undefined, { message: gone })
}
