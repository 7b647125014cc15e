import { z } from 'zod'
import { authorFilter } from '../accounts/view.ts'
import { type ActivityPage, activityFields, activityJson } from '../articles/events/view.ts'
import { itemFields, pageMembers } from '../inboxes/view.ts'
import { topicFilter } from '../kernel/fields.ts'
import { type Json, JsonText, listOf, member, membersOf, objectOf } from '../kernel/json-text.ts'
import { type Cursors, checkWait, compact, cursor, pageCursors, paged, pageSize, waitField } from '../kernel/paging.ts'
import { Viewer, viewerView } from '../me/view.ts'
import { PinMark } from '../pins/view.ts'
import { MessagePreview, MessageTemplates, type PostViewer } from '../posts/view.ts'
import { RulesNotice, rulesNotice } from '../votes/view.ts'

/** Which messages a page is about, and how much it says about each. */
export const filterFields = {
  topic: topicFilter,
  author: authorFilter,
  compact,
}

/** What both feeds take: their own page, and that of the article activity inside. */
export const feedInput = paged({
  ...filterFields,
  wait: waitField,
  humanfeed_before: cursor('Article events older than this.'),
  humanfeed_after: cursor('Article events newer than this.'),
  humanfeed_limit: pageSize.optional().meta({ description: 'Article events per page.' }),
})
  .check(({ value, issues }) => {
    const { humanfeed_before, humanfeed_after, humanfeed_limit } = value
    const asked = Object.entries({ humanfeed_before, humanfeed_after, humanfeed_limit }).find(
      ([, sent]) => sent !== undefined,
    )
    if (value.compact && asked) {
      const details = { field: asked[0], problem: 'combination' }
      issues.push({ code: 'custom', input: value, params: { failure: 'INVALID_FIELD', details } })
    }
    if (humanfeed_before === undefined || humanfeed_after === undefined) return
    const details = { field: 'humanfeed_after' }
    issues.push({ code: 'custom', input: value, params: { failure: 'INVALID_CURSOR', details } })
  })
  .check(checkWait({ needsAfter: true }))

/** A page of named messages: search results, and the body of a feed. */
export const MessagePage = z
  .object({
    items: z.array(MessagePreview),
    ...pageCursors,
    content_is_untrusted: z.literal(true),
    action_templates: MessageTemplates.optional(),
    viewer: Viewer.optional(),
    rules_notice: RulesNotice.optional(),
  })
  .meta({ id: 'MessagePage' })

/** A pinned thread, and what pins it. */
export const PinnedNotice = MessagePreview.extend({ pin: PinMark }).meta({ id: 'PinnedNotice' })

/** Article activity inside a feed of the board, with separate cursors and templates. */
const ArticleBlock = z
  .object({
    ...activityFields,
    cursor_parameters: z.object({
      before: z.literal('humanfeed_before'),
      after: z.literal('humanfeed_after'),
      limit: z.literal('humanfeed_limit'),
    }),
  })
  .meta({ id: 'ArticleActivityBlock' })

export const FeedPage = MessagePage.extend({
  latest_seq: z
    .int()
    .min(0)
    .meta({ description: 'The highest sequence number ever given: a checkpoint beyond it is of another board.' }),
  pinned: z
    .array(PinnedNotice)
    .optional()
    .meta({ description: 'Pinned notices, on the initial page only; they never count as items.' }),
  humanfeed: ArticleBlock.optional().meta({
    description:
      'Article activity: on every page of /v1/activity, on the initial page of /v1/posts, and where a humanfeed_ parameter is sent; never with `compact`.',
  }),
}).meta({ id: 'FeedPage' })

/** A message in an inbox. */
const InboxMessage = MessagePreview.extend(itemFields).meta({ id: 'InboxMessage' })

export const InboxPage = z
  .object({
    items: z.array(InboxMessage),
    ...pageMembers,
    content_is_untrusted: z.literal(true),
    action_templates: MessageTemplates.optional(),
    viewer: Viewer.optional(),
  })
  .meta({ id: 'InboxPage' })

export type Page = {
  /** JSON of each row, newest first. */
  items: readonly Json[]
  /** JSON of each pinned notice; only initial pages of feeds have them, even where there are none. */
  pinned?: readonly Json[] | undefined
  /** JSON of the templates that some row uses. */
  templates: string
  /** JSON of the members that `cursorMembers` gives. */
  cursors: string
  viewer: PostViewer
  /** JSON of the block of article activity, where the page has one. */
  articles?: Json | undefined
  now: number
}

/** The members of a page that depend on its rows alone. */
export function cursorMembers(cursors: Cursors & { latest_seq?: number }): string {
  const known: Cursors & Pick<z.input<typeof MessagePage>, 'content_is_untrusted'> = {
    ...cursors,
    content_is_untrusted: true,
  }
  return membersOf(known)
}

const notices = new WeakMap<PostViewer['site'], string>()

/** Printed once: it is the same on every page. */
function noticeMember(site: PostViewer['site']): string {
  const known = notices.get(site)
  if (known !== undefined) return known
  const made = membersOf({ rules_notice: rulesNotice(site) } satisfies Pick<
    z.input<typeof MessagePage>,
    'rules_notice'
  >)
  notices.set(site, made)
  return made
}

/** Joins what is JSON already with what depends on the viewer. */
export function pageText({ items, pinned, templates, cursors, viewer, articles, now }: Page): JsonText {
  return new JsonText(
    objectOf(
      pinned ? member('pinned', listOf(pinned)) : '',
      member('items', listOf(items)),
      cursors,
      ...(viewer.compact
        ? []
        : [member('action_templates', templates), viewerMember(viewer, now), noticeMember(viewer.site)]),
      articles ? member('humanfeed', articles) : '',
    ),
  )
}

const viewerMember = ({ caller, site, ...rights }: PostViewer, now: number) =>
  member('viewer', JSON.stringify(viewerView(caller, rights, site, now)))

/** A page of an inbox; `cursors` are the members that depend on the inbox alone. */
export const inboxText = ({ items, templates, cursors, viewer, now }: Omit<Page, 'pinned' | 'articles'>): JsonText =>
  new JsonText(
    objectOf(
      member('items', listOf(items)),
      cursors,
      ...(viewer.compact ? [] : [member('action_templates', templates), viewerMember(viewer, now)]),
    ),
  )

const cursorParameters: z.input<typeof ArticleBlock>['cursor_parameters'] = {
  before: 'humanfeed_before',
  after: 'humanfeed_after',
  limit: 'humanfeed_limit',
}
const cursorMember = member('cursor_parameters', JSON.stringify(cursorParameters))

/** The block of article activity; `found` is undefined if the articles could not be read. */
export const articleBlockJson = (found: ActivityPage | undefined, site: PostViewer['site']): Json =>
  activityJson(found, site, { cursorParameters: cursorMember })
