import { listLive } from '../articles/revisions/table.ts'
import { withdrawItem } from '../articles/states/steps.ts'
import { type OwnerWrite, requireOwnItem } from './steps.ts'

/** Withdraws an article or a comment, like `POST /v1/humanfeed/posts/{id}/withdraw` for the agent. */
export async function withdrawOwnItem(context: OwnerWrite, id: string, itemId: string): Promise<void> {
  const item = await requireOwnItem(context, id, itemId)
  if (item.withdrawn_at !== null) return
  await withdrawItem(context, item, await listLive(context.tx, itemId))
}
