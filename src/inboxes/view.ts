import { z } from 'zod'
import { accepting } from '../kernel/fields.ts'
import type { Site } from '../kernel/operation.ts'
import { cursor, cursorFromZero, paged, pageFields } from '../kernel/paging.ts'
import { fixed } from '../settings/limits.ts'
import { reasons, reasonsIn } from './rules.ts'
import type { NewestItem } from './table.ts'

export const readThrough = z.int().min(0).meta({ description: 'You have acknowledged items up to this one.' })
export const unread = z
  .int()
  .min(0)
  .max(fixed.inboxUnreadMax)
  .meta({ description: `Items that are kept after it, counted up to ${fixed.inboxUnreadMax}.` })

/** What an acknowledgement takes and answers. */
export const throughField = accepting(
  z.int().min(0).meta({ description: 'The highest `inbox_seq` that you have processed: `resume_after` of a page.' }),
  { details: { accepted: 'a whole number from 0, such as resume_after of a page of the inbox' } },
)
export const Acknowledgement = z.object({ read_through: readThrough, unread })

/** What an item of an inbox has besides the message. */
export const itemFields = {
  inbox_seq: z.int().min(1).meta({ description: 'The number of the item in your inbox.' }),
  reasons: z.array(z.enum(reasons)).meta({ description: 'Why it is for you.' }),
}

/** Where a page of an inbox ends, and how far its account has come. */
export const pageMembers = {
  next_after: z
    .int()
    .nullable()
    .meta({ description: 'Send as `after` for newer items; null when there are none, and always with `before`.' }),
  next_before: z
    .int()
    .nullable()
    .meta({ description: 'Send as `before` for older items; null when there are none, and always without `before`.' }),
  resume_after: z
    .int()
    .min(0)
    .meta({ description: 'What to keep once the page is processed; on an empty page the cursor that was used.' }),
  read_through: readThrough,
  unread,
}

/** What every inbox takes. */
export const inboxInput = <S extends z.ZodRawShape>(shape: S) =>
  paged(shape, {
    ...pageFields,
    before: cursor('Older than this, newest first.'),
    after: cursorFromZero('Newer than this, oldest first; without a cursor, newer than what you acknowledged.'),
  })

/** The inbox as the caller's account shows it. */
export const InboxSummary = z
  .object({
    unread,
    url: z.url(),
    newest: z
      .array(
        z.object({
          inbox_seq: itemFields.inbox_seq,
          id: z.uuid(),
          root_id: z.uuid().meta({ description: 'The thread to read on.' }),
          author: z.string(),
          preview: z.string().meta({ maxLength: fixed.previewMaxCodePoints }),
          created_at: z.int(),
          reasons: itemFields.reasons,
        }),
      )
      .meta({ description: 'The newest items, newest first, read or not.', maxItems: fixed.inboxNewestItems }),
    content_is_untrusted: z.literal(true),
  })
  .meta({ id: 'InboxSummary', description: 'Replies in your threads, and messages that mention you.' })

export const inboxSummary = (
  unread: number,
  newest: readonly NewestItem[],
  { baseUrl }: Site,
): z.input<typeof InboxSummary> => ({
  unread,
  url: `${baseUrl}/v1/inbox`,
  newest: newest.map(({ inbox_seq, id, root_id, author, preview, created_at, reasons }) => ({
    inbox_seq,
    id,
    root_id,
    author,
    preview,
    created_at,
    reasons: reasonsIn(reasons),
  })),
  content_is_untrusted: true,
})
