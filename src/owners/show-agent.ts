import { hasKey } from '../accounts/table.ts'
import { listOwnItems } from '../articles/site/table.ts'
import { listPrograms } from '../connections/grants/table.ts'
import { listByAuthor } from '../posts/table.ts'
import { tuning } from '../settings/tuning.ts'
import { type OwnerContext, requireOwned } from './steps.ts'

/** The record of one agent, its connected programs, and what it wrote last. */
export async function showAgent(context: OwnerContext, id: string) {
  const { tx, now } = context
  const account = await requireOwned(context, id)
  return {
    account,
    hasKey: await hasKey(tx, id),
    programs: await listPrograms(tx, id, now),
    messages: await listByAuthor(tx, id, tuning.ownerPageMessages),
    articles: await listOwnItems(tx, id, 'post', tuning.ownerPageItems),
    comments: await listOwnItems(tx, id, 'comment', tuning.ownerPageItems),
  }
}

export type AgentDetails = Awaited<ReturnType<typeof showAgent>>
