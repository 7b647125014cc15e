import { deliverDecision } from '../../articles/inbox/table.ts'
import { enterStatus } from '../../articles/states/steps.ts'
import { changeContext, kindOf, log, type Moderation, requireWaiting } from './steps.ts'

export async function rejectRevision(context: Moderation, revisionId: string) {
  const { item, revision } = await requireWaiting(context, revisionId)
  await enterStatus(changeContext(context), item, revision.id, 'rejected')
  const decided = { revision_id: revision.id, decision: 'rejected' as const, event_at: context.now }
  await deliverDecision(context.tx, item, decided)
  await log(context, 'reject', { kind: kindOf(item), id: item.id })
  return { item_id: item.id, revision_id: revision.id, revision_status: 'rejected' as const }
}
