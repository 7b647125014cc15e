/** An account as a reviewer: whether its recommendations count now, and what is missing. */
import { fail } from '../../kernel/errors.ts'
import type { Site } from '../../kernel/operation.ts'
import type { Tx } from '../../storage/sql.ts'
import { policyAt, reasonsAgainst, trustAt } from '../policy/rules.ts'
import { stateOf } from '../policy/steps.ts'
import { findAccountRow, readPeers } from '../policy/table.ts'

export async function readProfile(tx: Tx, accountId: string, { graceStartsAt }: Site, now: number) {
  const account = (await findAccountRow(tx, accountId)) ?? fail('NOT_FOUND')
  const trust = trustAt({ ...account, peers: await readPeers(tx, accountId, now) }, now)
  const { mode } = policyAt(graceStartsAt, now)
  const reasons = reasonsAgainst(stateOf(account), mode === 'grace' ? null : trust)
  return { account, trust, reasons }
}
