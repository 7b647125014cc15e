/** The receipt that authors get for what they sent. */
import { z } from 'zod'
import { blockingReasonsOf, checksView, parseChecks } from '../checks/result.ts'
import type { ItemRow } from '../items/table.ts'
import { CheckView, RevisionStatusField, WebsiteStatusField } from '../items/view.ts'
import { websiteStatus } from '../rules.ts'

/** The answer to an author after every change of an item. */
export const ArticleReceipt = z
  .object({
    item: z.object({ id: z.uuid(), kind: z.enum(['post', 'comment']), post_id: z.uuid() }),
    revision: z.object({ id: z.uuid(), revision_status: RevisionStatusField }),
    submitted_revision: z.uuid(),
    published_revision: z.uuid().nullable(),
    revision_status: RevisionStatusField,
    website_status: WebsiteStatusField,
    content_hash: z.string(),
    checks: z.array(CheckView),
    blocking_reasons: z.array(z.string()).meta({ description: 'What keeps the revision from going on.' }),
    replayed: z.boolean(),
  })
  .meta({ id: 'ArticleReceipt' })

export type ArticleReceiptView = z.input<typeof ArticleReceipt>

export function receiptView(row: ItemRow, { replayed }: { replayed: boolean }): ArticleReceiptView {
  const checks = parseChecks(row.checks)
  const { revision_status } = row
  return {
    item: { id: row.id, kind: row.kind, post_id: row.post_id },
    revision: { id: row.revision_id, revision_status },
    submitted_revision: row.revision_id,
    published_revision: row.public_revision_id,
    revision_status,
    website_status: websiteStatus(row),
    content_hash: row.content_hash,
    checks: checksView(checks),
    blocking_reasons: blockingReasonsOf(checks),
    replayed,
  }
}
