/** Functions that run when accounts change. They are in later folders, so `app.ts` passes them to this one. */
import type { Tx } from '../storage/sql.ts'

/** Called when karma, a suspension or a restriction of these accounts changes, or when they end. */
export type AccountChange = {
  tx: Tx
  accountIds: readonly string[]
  now: number
  /** True if the accounts end: their votes on others then no longer count. */
  areEnding?: true
}

export type AccountFollower = {
  /** Called with the figures before the change, so that a change that was already due is not lost. */
  before?(change: AccountChange): Promise<void>
  after(change: AccountChange): Promise<void>
  /** The same for a change of the karma of many accounts at once: the follower finds the affected accounts itself. */
  beforeMany?(change: ManyChange): Promise<void>
  afterMany(change: ManyChange): Promise<void>
}

export type ManyChange = Pick<AccountChange, 'tx' | 'now'>

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

/** The same for more accounts than a follower could look at one by one. */
export async function changeMany(followers: Followers, change: ManyChange, make: () => Promise<void>): Promise<void> {
  for (const follower of followers) await follower.beforeMany?.(change)
  await make()
  for (const follower of followers) await follower.afterMany(change)
}
