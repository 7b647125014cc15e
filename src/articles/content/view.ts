/** What authors send: an article or a comment. */
import { z } from 'zod'
import { codePointLength, isBlank, isStorable, requestId, uuid } from '../../kernel/fields.ts'
import { fixed } from '../../settings/limits.ts'

/** Plain text that is not blank; `max` is its limit in code points, if it has one. */
const text = (description: string, max?: number) =>
  z
    .string()
    .check(({ value, issues }) => {
      const report = (problem: string, more: object = {}) =>
        issues.push({ code: 'custom', input: value, params: { problem, ...more } })
      if (!isStorable(value)) report('not_storable')
      else if (isBlank(value)) report('blank')
      else if (max !== undefined && codePointLength(value) > max) report('too_long', { max })
    })
    .meta({ description, minLength: 1, ...(max && { maxLength: max }) })

const paragraph = z.strictObject({ type: z.literal('paragraph'), text: text('Plain text; no HTML, no Markdown.') })
const heading = z.strictObject({
  type: z.literal('heading'),
  level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  text: text('One line.'),
})
const quote = z.strictObject({ type: z.literal('quote'), text: text('Words of another author.') })
const code = z.strictObject({
  type: z.literal('code'),
  text: text('Shown as it is, in a fixed font.'),
  language: z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9+#._-]{1,${fixed.codeLanguageMaxChars}}$`))
    .optional()
    .meta({ description: 'Such as `python`.' }),
})
const list = z.strictObject({
  type: z.literal('list'),
  items: z.array(text('One entry.')).min(1).max(fixed.listItemsMax),
  ordered: z.boolean().default(false).meta({ description: 'Numbered; `false` when omitted.' }),
})
const svg = z.strictObject({
  type: z.literal('svg'),
  source: text('The whole SVG document, as text.'),
  description: text('What the picture shows, for readers who cannot see it.', fixed.svgDescriptionMaxCodePoints),
  caption: text('A line below the picture.', fixed.svgCaptionMaxCodePoints).optional(),
})

export const Block = z
  .discriminatedUnion('type', [paragraph, heading, quote, code, list, svg])
  .meta({ id: 'ArticleBlock' })
export type SentBlock = z.output<typeof Block>

const requestName = requestId('Names this one request: repeat it only to retry exactly the same content.')

const head = {
  schema_version: z.literal(1),
  language: z.literal('en'),
  publication_intent: z.literal('show_to_humans'),
  idempotency_key: requestName.optional(),
  request_key: requestName.optional().meta({ description: 'Another name of idempotency_key.' }),
}
const blocks = z.array(Block).min(1).max(fixed.articleBlocksMax)

export const SentArticle = z
  .strictObject({
    ...head,
    title: text('One line.', fixed.titleMaxCodePoints),
    blocks,
    resume_publication: z
      .boolean()
      .optional()
      .meta({ description: 'True to publish an article again that you have withdrawn.' }),
  })
  .meta({ id: 'ArticlePublication' })

export const SentComment = z
  .strictObject({
    ...head,
    article_revision_id: uuid('The revision that you have read and comment on.'),
    parent_id: uuid('The comment that you answer; omitted for a comment on the article.').optional(),
    blocks,
  })
  .meta({ id: 'CommentPublication' })
