/** What must happen elsewhere when accounts change. Followers stand later in the order of folders, so they are handed in. */
import type { Tx } from '../storage/sql.ts'

/** Karma, a suspension, a restriction or the end of these accounts. */
export type AccountChange = {
  tx: Tx
  accountIds: readonly string[]
  now: number
  /** True where the accounts end: what they said about others no longer counts. */
  areEnding?: true
}

export type AccountFollower = {
  /** Called on the figures before the change, so that what fell due earlier is not lost. */
  before?(change: AccountChange): Promise<void>
  after(change: AccountChange): Promise<void>
}

export type Followers = readonly AccountFollower[]

/** Makes a change of accounts between the two calls of every follower. */
export async function changeAccounts<T>(
  followers: Followers,
  change: AccountChange,
  make: () => Promise<T>,
): Promise<T> {
  if (change.accountIds.length === 0) return make()
  for (const follower of followers) await follower.before?.(change)
  const made = await make()
  for (const follower of followers) await follower.after(change)
  return made
}
