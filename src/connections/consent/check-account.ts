import { confirmActive } from '../../accounts/steps.ts'
import { fail } from '../../kernel/errors.ts'
import type { Tx } from '../../storage/sql.ts'

/** What the operator has restricted gets no new connection, whether by its key or by the form that made it. */
export async function checkAccount(tx: Tx, account: { id: string }) {
  const { restricted } = await confirmActive(tx, account)
  if (restricted) fail('ACCOUNT_RESTRICTED')
}
