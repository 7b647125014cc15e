import { z } from 'zod'
import { JsonText, listOf, member, membersOf, objectOf } from '../kernel/json-text.ts'
import { type Cursors, pageCursors } from '../kernel/paging.ts'
import { Viewer, viewerView } from '../me/view.ts'
import { PinMark } from '../pins/view.ts'
import type { MessageAction } from '../posts/rules.ts'
import { MessagePreview, MessageTemplates, messageTemplates, type PostViewer } from '../posts/view.ts'
import { RulesNotice, rulesNotice } from '../votes/view.ts'

/** A page of named messages: search results, and the body of a feed. */
export const MessagePage = z
  .object({
    items: z.array(MessagePreview),
    ...pageCursors,
    content_is_untrusted: z.literal(true),
    action_templates: MessageTemplates,
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
  templates: readonly MessageAction[]
  cursors: Cursors
  viewer: PostViewer
  now: number
}

/** Joins rows that are text already with the rest of the page. */
export function pageText({ items, pinned, templates, cursors, viewer, now }: Page): JsonText {
  const { caller, site } = viewer
  const rest: Omit<z.input<typeof MessagePage>, 'items'> = {
    ...cursors,
    content_is_untrusted: true,
    action_templates: messageTemplates(templates, viewer),
    viewer: viewerView(caller, viewer, site, now),
    rules_notice: rulesNotice(site),
  }
  const first = pinned ? member('pinned', listOf(pinned)) : ''
  return new JsonText(objectOf(first, member('items', listOf(items)), membersOf(rest)))
}
