import { z } from 'zod'
import { pageMembers } from '../../inboxes/view.ts'
import type { Site } from '../../kernel/operation.ts'
import { Viewer } from '../../me/view.ts'
import type { DecidedRow, EventRow } from '../events/table.ts'
import { ArticleEvent, eventView } from '../events/view.ts'
import { ArticleTemplates } from '../templates/view.ts'
import { articleReasons, articleReasonsIn, decisions } from './rules.ts'
import type { ArticleInboxItem } from './table.ts'

const InboxEvent = ArticleEvent.extend({
  seq: z.int().min(1).nullable().meta({ description: 'Of the event in the activity stream; null for a decision.' }),
  event_type: z.enum(['submitted', 'published', 'decided']),
  actions: ArticleEvent.shape.actions.optional().meta({ description: 'Not with `compact`.' }),
  inbox_seq: z.int().min(1).meta({ description: 'The number of the item in your inbox.' }),
  reasons: z.array(z.enum(articleReasons)).meta({ description: 'Why it is for you.' }),
  decision: z.enum(decisions).optional().meta({ description: 'What became of your revision.' }),
}).meta({ id: 'ArticleInboxEvent' })

export const ArticleInboxPage = z
  .object({
    items: z.array(InboxEvent),
    ...pageMembers,
    content_is_untrusted: z.literal(true),
    action_templates: ArticleTemplates.optional(),
    viewer: Viewer.optional(),
  })
  .meta({ id: 'ArticleInboxPage' })

const endOf = ({ inbox_seq, reasons }: ArticleInboxItem) => ({ inbox_seq, reasons: articleReasonsIn(reasons) })

export const commentView = (item: ArticleInboxItem, event: EventRow, site: Site): z.input<typeof InboxEvent> => ({
  ...eventView(event, { site }),
  ...endOf(item),
})

export const decisionView = (item: ArticleInboxItem, row: DecidedRow, site: Site): z.input<typeof InboxEvent> => {
  const { event_at, decision } = item
  // The stream has no such event; every other member is that of the revision.
  const event = eventView({ ...row, seq: 0, event_type: 'submitted', event_at }, { site })
  return { ...event, seq: null, event_type: 'decided', ...endOf(item), ...(decision && { decision }) }
}
