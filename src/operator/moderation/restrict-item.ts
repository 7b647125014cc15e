import { hide, kindOf, log, type Moderation, requireItem } from './steps.ts'

/** Hides an article or comment from all readers, together with the answers to a comment. A lift undoes it. */
export async function restrictItem(context: Moderation, itemId: string) {
  const item = await requireItem(context, itemId)
  if (item.restricted_at !== null) return { item_id: item.id, changed: false }
  await hide(context, item)
  await log(context, 'restrict', { kind: kindOf(item), id: item.id })
  return { item_id: item.id, changed: true }
}
