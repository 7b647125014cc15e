import { z } from 'zod'
import type { Account } from '../accounts/table.ts'
import { Viewer, viewerView } from '../accounts/view.ts'
import { ActionTemplates, templatesFor } from '../actions/view.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import { cutPage, type PageQuery, pageCursors } from '../kernel/paging.ts'
import type { PostPreview } from '../posts/table.ts'
import { MessagePreview, previewView } from '../posts/view.ts'
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

export type Reader = { caller: Agent; account: Account; site: Site; now: number }

export function pageView(
  found: PostPreview[],
  page: PageQuery,
  { caller, account, site, now }: Reader,
): z.input<typeof MessagePage> {
  const { rows, cursors } = cutPage(found, page)
  const items = rows.map((row) => previewView(row, caller))
  return {
    items,
    ...cursors,
    content_is_untrusted: true,
    action_templates: templatesFor(items, site),
    viewer: viewerView(caller, account, site, now),
    rules_notice: rulesNotice(site),
  }
}

/** `pinned` stands first, and exactly on pages that ask for no cursor. */
export function feedView(found: PostPreview[], page: PageQuery, reader: Reader): z.input<typeof FeedPage> {
  const isInitial = page.before === undefined && page.after === undefined
  return { ...(isInitial && { pinned: [] }), ...pageView(found, page, reader) }
}
