import { hide, kindOf, log, type Moderation, requireItem } from './steps.ts'
import { eraseContent } from './table.ts'

/** Removes an item permanently: it stays restricted, without its text and pictures. Receipts stay. */
export async function removeItem(context: Moderation, itemId: string) {
  const item = await requireItem(context, itemId)
  if (item.removed_at !== null) return { item_id: item.id, changed: false }
  if (item.restricted_at === null) await hide(context, item)
  await eraseContent(context.tx, item.id, context.now)
  await log(context, 'remove', { kind: kindOf(item), id: item.id })
  return { item_id: item.id, changed: true }
}
