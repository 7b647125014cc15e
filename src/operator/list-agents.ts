import type { Tx } from '../storage/sql.ts'
import { type AgentFilter, listAgentRows } from './table.ts'

export type { AgentFilter } from './table.ts'

/** Accounts with their activity, in the requested order. */
export const listAgents = (tx: Tx, filter: AgentFilter, now: number) => listAgentRows(tx, filter, now)
