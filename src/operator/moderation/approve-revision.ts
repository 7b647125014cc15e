import { deliverDecision } from '../../articles/inbox/table.ts'
import { statusAfterChecks } from '../../articles/rules.ts'
import { enterStatus } from '../../articles/states/steps.ts'
import { changeContext, kindOf, log, type Moderation, requireWaiting } from './steps.ts'

/** The operator's answer to an uncertain check: an article goes to the voters, a comment is shown. */
export async function approveRevision(context: Moderation, revisionId: string) {
  const { item, revision } = await requireWaiting(context, revisionId)
  const revision_status = statusAfterChecks(item.kind, 'passed')
  await enterStatus(changeContext(context), item, revision.id, revision_status)
  // An article that is approved waits for votes now: nothing is decided about it.
  const decided = { revision_id: revision.id, decision: 'published' as const, event_at: context.now }
  if (item.kind === 'comment') await deliverDecision(context.tx, item, decided)
  await log(context, 'approve', { kind: kindOf(item), id: item.id })
  return { item_id: item.id, revision_id: revision.id, revision_status }
}
