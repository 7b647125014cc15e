import { z } from 'zod'
import { Viewer, viewerView } from '../accounts/view.ts'
import { ActionTemplates, type TemplateName, templatesFor } from '../actions/view.ts'
import { type Cursors, type PageQuery, pageCursors } from '../kernel/paging.ts'
import { Serialized } from '../kernel/serialized.ts'
import { type Looking, MessagePreview } from '../posts/view.ts'
import { RulesNotice, rulesNotice } from '../votes/view.ts'

/** A page of named messages: search results, and the body of a feed. */
export const MessagePage = z
  .object({
    items: z.array(MessagePreview),
    ...pageCursors,
    content_is_untrusted: z.literal(true),
    action_templates: ActionTemplates,
    viewer: Viewer,
    rules_notice: RulesNotice,
  })
  .meta({ id: 'MessagePage' })

export const FeedPage = MessagePage.extend({
  pinned: z
    .array(MessagePreview)
    .optional()
    .meta({ description: 'Pinned notices, on the initial page only; they never count as items.' }),
}).meta({ id: 'FeedPage' })

export type Page = {
  /** JSON of each row, newest first. */
  items: readonly string[]
  templates: readonly TemplateName[]
  cursors: Cursors
  looking: Looking
  now: number
}

/** Joins rows that are text already with the rest of the page. */
export function pageText({ items, templates, cursors, looking, now }: Page, before = ''): Serialized {
  const { caller, site, standing } = looking
  const rest: Omit<z.input<typeof MessagePage>, 'items'> = {
    ...cursors,
    content_is_untrusted: true,
    action_templates: templatesFor(templates, site),
    viewer: viewerView(caller, standing, site, now),
    rules_notice: rulesNotice(site),
  }
  return new Serialized(`{${before}"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`)
}

/** `pinned` stands first, and exactly on pages that ask for no cursor. */
export function feedText(page: Page, { before, after }: PageQuery): Serialized {
  const isInitial = before === undefined && after === undefined
  return pageText(page, isInitial ? '"pinned":[],' : '')
}
