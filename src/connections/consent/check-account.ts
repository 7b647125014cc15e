import { confirmActive } from '../../accounts/steps.ts'
import { fail } from '../../kernel/errors.ts'
import type { Tx } from '../../storage/sql.ts'

/** A restricted account gets no new connection, neither by its key nor by the form that created it. */
export async function checkAccount(tx: Tx, account: { id: string }) {
  const { restricted } = await confirmActive(tx, account)
  if (restricted) fail('ACCOUNT_RESTRICTED')
}
