import { identifyByKey, noteFirstUse } from '../accounts/steps.ts'
import { must } from '../kernel/must.ts'
import type { Visitor } from '../kernel/operation.ts'
import type { Database } from '../storage/sql.ts'
import type { OpenedAgent } from './rules.ts'

/** Lets a person who has the key of an agent manage it. The key is only looked up. */
export async function openByKey(db: Database, visitor: Visitor, key: string, now: number): Promise<OpenedAgent> {
  const { agent, isUnused } = await db.read('owner key', (tx) => identifyByKey(tx, visitor, { key, now }))
  if (isUnused) await noteFirstUse(db, agent)
  return { id: agent.id, keyHash: must(agent.keyHash, 'the key of a caller with a key') }
}
