import { deliverDecision } from '../../articles/inbox/table.ts'
import { readItem, saveRestricted } from '../../articles/items/table.ts'
import { listLive } from '../../articles/revisions/table.ts'
import { isReadable, lifted } from '../../articles/rules.ts'
import { addEvent, examineCandidate, refreshItem, saveStatuses } from '../../articles/states/steps.ts'
import { fail } from '../../kernel/errors.ts'
import { changeAccounts } from '../../kernel/followers.ts'
import { changeContext, kindOf, log, type Moderation, requireItem } from './steps.ts'

const removed = 'This was removed for good, and its text with it; nothing can bring it back.'

/** Restores the states that the restriction replaced; what the author withdrew meanwhile stays withdrawn. */
export async function liftItem(context: Moderation, itemId: string) {
  const { tx, now, followers } = context
  const item = await requireItem(context, itemId)
  if (item.removed_at !== null) fail('REVISION_STATE', { revision_status: 'restricted' }, { message: removed })
  if (item.restricted_at === null) return { item_id: item.id, changed: false }

  const change = changeContext(context)
  const accountIds = item.author_id === null ? [] : [item.author_id]
  await changeAccounts(followers, { tx, accountIds, now }, async () => {
    const restored = lifted(await listLive(tx, item.id), now)
    await saveStatuses(tx, restored)
    await saveRestricted(tx, item.id, null)
    await refreshItem(change, item.id)
    const [current, article] = [await readItem(tx, item.id), await readItem(tx, item.post_id)]
    for (const { id, status_since } of restored.filter(({ status }) => status === 'expired'))
      await deliverDecision(tx, item, { revision_id: id, decision: 'expired', event_at: status_since })
    for (const { id, status } of restored.filter((revision) => isReadable(revision.status))) {
      const isSeen = status === 'published' && article.public_revision_id !== null && current.readable === 1
      await addEvent(change, current, id, isSeen ? 'published' : 'submitted')
    }
  })
  if (item.kind === 'post') await examineCandidate(change, item.id)
  await log(context, 'lift', { kind: kindOf(item), id: item.id })
  return { item_id: item.id, changed: true }
}
