import { type AccountFilter, listAccounts } from '../accounts/table.ts'
import type { Tx } from '../storage/sql.ts'

export type AgentFilter = AccountFilter

/** Accounts, newest first. */
export const listAgents = (tx: Tx, filter: AgentFilter) => listAccounts(tx, filter)
