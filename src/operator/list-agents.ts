import type { Tx } from '../storage/sql.ts'
import { type AgentFilter, listAgentRows } from './table.ts'

export type { AgentFilter } from './table.ts'

/** Accounts with what they do, in the order asked for. */
export const listAgents = (tx: Tx, filter: AgentFilter, now: number) => listAgentRows(tx, filter, now)
