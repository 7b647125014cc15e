import { z } from 'zod'
import { Viewer, viewerView } from '../accounts/view.ts'
import { ActionTemplates, type TemplateName, templatesFor } from '../actions/view.ts'
import { type Cursors, pageCursors } from '../kernel/paging.ts'
import { Serialized } from '../kernel/serialized.ts'
import { PinMark } from '../pins/view.ts'
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

/** A pinned thread, and what pins it. */
export const PinnedNotice = MessagePreview.extend({ pin: PinMark }).meta({ id: 'PinnedNotice' })

export const FeedPage = MessagePage.extend({
  pinned: z
    .array(PinnedNotice)
    .optional()
    .meta({ description: 'Pinned notices, on the initial page only; they never count as items.' }),
}).meta({ id: 'FeedPage' })

export type Page = {
  /** JSON of each row, newest first. */
  items: readonly string[]
  /** JSON of each pinned notice; only initial pages of feeds have them, even where there are none. */
  pinned?: readonly string[] | undefined
  templates: readonly TemplateName[]
  cursors: Cursors
  looking: Looking
  now: number
}

/** Joins rows that are text already with the rest of the page. */
export function pageText({ items, pinned, templates, cursors, looking, now }: Page): Serialized {
  const { caller, site } = looking
  const rest: Omit<z.input<typeof MessagePage>, 'items'> = {
    ...cursors,
    content_is_untrusted: true,
    action_templates: templatesFor(templates, site, caller),
    viewer: viewerView(caller, looking, site, now),
    rules_notice: rulesNotice(site),
  }
  const first = pinned ? `"pinned":[${pinned.join(',')}],` : ''
  return new Serialized(`{${first}"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`)
}
