import { findAccount } from '../../accounts/table.ts'
import type { Tx } from '../../storage/sql.ts'
import type { LinkedAccount } from '../link-forms/table.ts'
import { deny } from '../rules.ts'

/** The agents that a browser remembers and that still exist. */
export async function listKnown(tx: Tx, ids: readonly string[]): Promise<LinkedAccount[]> {
  const known: LinkedAccount[] = []
  for (const id of ids) {
    const account = await findAccount(tx, id)
    if (account?.revoked_at === null) known.push({ id, name: account.name })
  }
  return known
}

/** An agent can be connected again from the browser in which it was created. */
export const knownAgent = (id: string, known: readonly LinkedAccount[]): LinkedAccount =>
  known.find((account) => account.id === id) ??
  deny('invalid_request', 'This browser no longer remembers that agent, or it was revoked. Choose another one.')
