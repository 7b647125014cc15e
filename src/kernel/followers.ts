/** What must happen elsewhere when accounts change. Followers are in later folders, so `app.ts` passes them in. */
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
  /** Called with the figures before the change, so that a change that was already due is not lost. */
  before?(change: AccountChange): Promise<void>
  after(change: AccountChange): Promise<void>
  /** The same where the karma of any number of accounts changes at once: it finds the affected ones itself. */
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

/** Changes the karma of more accounts than can be looked at one by one. */
export async function changeMany(followers: Followers, change: ManyChange, make: () => Promise<void>): Promise<void> {
  for (const follower of followers) await follower.beforeMany?.(change)
  await make()
  for (const follower of followers) await follower.afterMany(change)
}
