import { checksView, parseChecks } from '../../articles/checks/result.ts'
import { readItem } from '../../articles/items/table.ts'
import { readContent } from '../../articles/reading/steps.ts'
import { findRevision } from '../../articles/revisions/table.ts'
import { fail } from '../../kernel/errors.ts'
import type { Tx } from '../../storage/sql.ts'
import { listAppeals, listLogOf } from './table.ts'

/** A revision as it was submitted, with what the checks, its author and the operator said about it. */
export async function showRevision(tx: Tx, id: string) {
  const revision =
    (await findRevision(tx, id.toLowerCase())) ??
    fail('NOT_FOUND', undefined, { message: 'There is no revision with this id.' })
  const item = await readItem(tx, revision.item_id)
  return {
    revision_id: revision.id,
    item_id: item.id,
    kind: item.kind,
    author_id: item.author_id,
    guest_name: item.guest_name,
    revision_status: revision.status,
    status_since: revision.status_since,
    content_hash: revision.content_hash,
    checks: checksView(parseChecks(revision.checks)),
    appeals: await listAppeals(tx, revision.id),
    log: await listLogOf(tx, item.id),
    ...(revision.erased_at === null
      ? await readContent(tx, revision.id)
      : { title: revision.title, blocks: null, erased: true as const }),
  }
}
