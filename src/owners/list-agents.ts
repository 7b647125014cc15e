import { findAccount } from '../accounts/table.ts'
import { listPrograms } from '../connections/grants/table.ts'
import { listByAuthor } from '../posts/table.ts'
import type { OwnerContext } from './steps.ts'

export type AgentSummary = {
  id: string
  name: string
  restricted: boolean
  programs: number
  /** Null if it has written nothing that is still there. */
  lastMessageAt: number | null
}

/** The person's agents that have not been revoked, in the order given. */
export async function listAgents({ tx, now, owned }: OwnerContext): Promise<AgentSummary[]> {
  const agents: AgentSummary[] = []
  for (const id of owned) {
    const account = await findAccount(tx, id)
    if (account?.revoked_at !== null) continue
    const programs = await listPrograms(tx, id, now)
    const [newest] = await listByAuthor(tx, id, 1)
    const { name, restricted_at } = account
    const lastMessageAt = newest?.created_at ?? null
    agents.push({ id, name, restricted: restricted_at !== null, programs: programs.length, lastMessageAt })
  }
  return agents
}
