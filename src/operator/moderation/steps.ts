/** Functions that the operator's commands on articles and comments share. */
import { findItem, type Item, readItem, saveRestricted } from '../../articles/items/table.ts'
import { findRevision, listLive, type Revision } from '../../articles/revisions/table.ts'
import { restricted } from '../../articles/rules.ts'
import { refreshItem, saveStatuses } from '../../articles/states/steps.ts'
import { fail } from '../../kernel/errors.ts'
import { changeAccounts } from '../../kernel/followers.ts'
import type { OperatorContext } from '../steps.ts'
import { insertLogEntry, type ModerationAction, type TargetKind } from './table.ts'

/** Who acts, and why, for the log. */
export type Moderation = OperatorContext & { operator: string; reason: string | null }

export const changeContext = ({ tx, now, graceStartsAt }: Moderation) => ({ tx, at: now, graceStartsAt })

const noItem = 'There is no article or comment with this id; moderation queue and the activity stream show ids.'
const noRevision = 'There is no revision with this id; moderation queue shows those that wait.'

export const requireItem = async ({ tx }: Moderation, id: string): Promise<Item> =>
  (await findItem(tx, id.toLowerCase())) ?? fail('NOT_FOUND', undefined, { message: noItem })

export async function requireWaiting({ tx }: Moderation, id: string): Promise<{ item: Item; revision: Revision }> {
  const revision = (await findRevision(tx, id.toLowerCase())) ?? fail('NOT_FOUND', undefined, { message: noRevision })
  if (revision.status !== 'auto_review') {
    const message = `Only a revision in auto_review can be approved or rejected; this one is ${revision.status}.`
    fail('REVISION_STATE', { revision_status: revision.status }, { message })
  }
  return { item: await readItem(tx, revision.item_id), revision }
}

export const kindOf = ({ kind, author_id }: Item): TargetKind =>
  kind === 'post' ? 'article' : author_id === null ? 'guest_comment' : 'comment'

export const log = (
  { tx, now, operator, reason }: Moderation,
  action: ModerationAction,
  target: { kind: TargetKind; id: string },
) => insertLogEntry(tx, { action, target_kind: target.kind, target_id: target.id, operator, reason, created_at: now })

/**
 * Hides an item. Restricted work no longer counts for its author's reputation, so the candidates that the author
 * recommended are examined.
 */
export async function hide(context: Moderation, item: Item) {
  const { tx, now, followers } = context
  const accountIds = item.author_id === null ? [] : [item.author_id]
  await changeAccounts(followers, { tx, accountIds, now }, async () => {
    await saveStatuses(tx, restricted(await listLive(tx, item.id)))
    await saveRestricted(tx, item.id, now)
    await refreshItem(changeContext(context), item.id)
  })
}
