import { deliverDecision } from '../../articles/inbox/table.ts'
import { statusAfterChecks } from '../../articles/rules.ts'
import { enterStatus } from '../../articles/states/steps.ts'
import { changeContext, kindOf, log, type Moderation, requireWaiting } from './steps.ts'

/** Approves a revision whose check was uncertain: an article goes to the voters, a comment is shown. */
export async function approveRevision(context: Moderation, revisionId: string) {
  const { item, revision } = await requireWaiting(context, revisionId)
  const revision_status = statusAfterChecks(item.kind, 'passed')
  await enterStatus(changeContext(context), item, revision.id, revision_status)
  // An approved article now waits for votes, so no decision on it is delivered yet.
  const decided = { revision_id: revision.id, decision: 'published' as const, event_at: context.now }
  if (item.kind === 'comment') await deliverDecision(context.tx, item, decided)
  await log(context, 'approve', { kind: kindOf(item), id: item.id })
  return { item_id: item.id, revision_id: revision.id, revision_status }
}
