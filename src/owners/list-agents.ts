import { listPrograms } from '../connections/grants/table.ts'
import { listByAuthor } from '../posts/table.ts'
import { findOwned, type OwnerContext } from './steps.ts'

export type AgentSummary = {
  id: string
  name: string
  restricted: boolean
  programs: number
  /** Null if none of its messages is retained. */
  lastMessageAt: number | null
}

/** The person's agents that have not been revoked, in the order given. */
export async function listAgents(context: OwnerContext): Promise<AgentSummary[]> {
  const { tx, now } = context
  const agents: AgentSummary[] = []
  for (const owned of context.owned) {
    const account = await findOwned(context, owned)
    if (!account) continue
    const { id } = account
    const programs = await listPrograms(tx, id, now)
    const [newest] = await listByAuthor(tx, id, 1)
    const { name, restricted_at } = account
    const lastMessageAt = newest?.created_at ?? null
    agents.push({ id, name, restricted: restricted_at !== null, programs: programs.length, lastMessageAt })
  }
  return agents
}
