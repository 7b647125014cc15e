import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { requestId, text, uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { type Asked, accept, precheck } from '../acceptance/steps.ts'
import { nameAssets, unnameAssets } from '../assets/table.ts'
import { storePictures } from '../capacity/steps.ts'
import { type CheckedContent, prepareAppeal } from '../checks/prepare.ts'
import { packContent, sha256 } from '../content/rules.ts'
import { findRevisionRow, readItem } from '../items/table.ts'
import { findReadableRevision, readPacked } from '../reading/steps.ts'
import { insertAppeal, readRevision, saveAppeal } from '../revisions/table.ts'
import { isClosed, outcomeOf, statusAfterChecks } from '../rules.ts'
import {
  findReceipt,
  noteRequest,
  refuseState,
  type SentRequest,
  type SubmissionContext,
  withDuplicateCheck,
} from './steps.ts'
import { ArticleReceipt, type ArticleReceiptView } from './view.ts'

/** Only the newest revision, while it waits for the operator or was rejected. */
async function requireAppealable({ tx, caller }: Pick<SubmissionContext, 'tx' | 'caller'>, revisionId: string) {
  const row = await findReadableRevision(tx, revisionId, caller)
  if (row.author_id !== caller.id) fail('NOT_OWNER')
  const item = await readItem(tx, row.id)
  const revision = await readRevision(tx, revisionId)
  const { status } = revision
  const isOpen = status === 'rejected' || status === 'auto_review'
  // What was submitted after a withdrawal said `resume_publication`, so it may still bring the article back.
  const isHeld = item.restricted_at !== null || isClosed(row)
  if (row.erased_at !== null) refuseState(status, 'Its text was erased; send it as a new revision instead.')
  if (!isOpen || item.newest_revision_id !== revisionId || isHeld)
    refuseState(status, 'Only the newest revision of an item can be appealed, while it is rejected or in auto_review.')
  if (revision.appeals >= fixed.appealsMax) fail('APPEALS_EXHAUSTED')
  return { item, revision }
}
type Appealable = Awaited<ReturnType<typeof requireAppealable>>

/** The text of the revision is stored already, so it takes no more room. */
const askedOf = (
  context: SubmissionContext,
  revisionId: string,
  sent: SentRequest & Pick<CheckedContent, 'assets'>,
): Asked<Appealable, ArticleReceiptView> => ({
  findReceipt: (answer) => findReceipt(context, sent, answer),
  findPlace: () => requireAppealable(context, revisionId),
  bytes: 0,
  assets: sent.assets,
})

export const appeal = operation({
  name: 'humanfeed_appeal',
  summary: 'Have a rejected or waiting revision of yours checked again under the present rules.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/revisions/{revision_id}/appeals',
    oauth: 'accepted',
    status: 202,
    replayStatus: 202,
  },
  tool: 'humanfeed_appeal',
  input: z.strictObject({
    revision_id: uuid('The newest revision of your article or comment.'),
    reason: text({
      description: 'Why it should pass; the operator may read it.',
      min: 1,
      max: fixed.appealReasonMaxCodePoints,
      plain: 'lines',
      visible: true,
    }),
    request_key: requestId('Your name for this request; the same to retry.'),
  }),
  output: ArticleReceipt,
  refuses: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_CONFLICT',
    'NOT_OWNER',
    'REVISION_STATE',
    'APPEALS_EXHAUSTED',
    'ACCOUNT_RESTRICTED',
    'CAPACITY',
  ],
  settles: true,
  prepare: ({ revision_id, reason, request_key }, { blockedWords }, loaded) => ({
    ...prepareAppeal(loaded, blockedWords),
    requestKey: request_key,
    requestHash: sha256(JSON.stringify(['appeal', revision_id, reason])),
    reason,
  }),
  large: {
    // A revision of another account is refused below, after the key; its content is not needed for that.
    async load({ input, caller, tx }) {
      const row = await findRevisionRow(tx, input.revision_id)
      return row?.author_id === caller.id ? readPacked(tx, row.revision_id) : packContent('', '[]', [])
    },
    precheck: ({ input, prepared, ...context }) => precheck(context, askedOf(context, input.revision_id, prepared)),
    storeFirst: (prepared, now, site) => storePictures(prepared, now, site),
  },

  run: ({ input, prepared, ...context }) =>
    accept(context, askedOf(context, input.revision_id, prepared), async ({ item, revision }) => {
      const { tx, now } = context
      const checks = await withDuplicateCheck(tx, { ...prepared, kind: item.kind }, item)
      await insertAppeal(tx, {
        revision_id: revision.id,
        number: revision.appeals + 1,
        reason: prepared.reason,
        created_at: now,
      })
      await saveAppeal(tx, revision.id, { checks: JSON.stringify(checks), content_hash: prepared.contentHash })
      await unnameAssets(tx, revision.id, now)
      await nameAssets(tx, revision.id, prepared.assets, now)
      await noteRequest(context, prepared, revision.id)
      const status = statusAfterChecks(item.kind, outcomeOf(checks))
      return { item, revisionId: revision.id, status, held: revision.status }
    }),
})
