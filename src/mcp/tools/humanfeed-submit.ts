import { z } from 'zod'
import { SentArticle, SentComment } from '../../articles/content/view.ts'
import { submit } from '../../articles/submission/submit.ts'
import { accepting, uuid } from '../../kernel/fields.ts'
import { type JsonSchema, mergeObjects } from '../schemas.ts'
import { bind, type Tool } from '../tool.ts'

const kinds = ['post', 'comment'] as const

/** The schemas with only one of the two names of the key, because models need only one. */
const described = z.union([
  SentArticle.omit({ request_key: true }).required({ idempotency_key: true }),
  SentComment.omit({ request_key: true }).required({ idempotency_key: true }),
])
const shape = mergeObjects(described) as JsonSchema & { properties: Record<string, JsonSchema> }

/** Not an object of zod, which would leave out a member `__proto__` instead of handing it on to be refused. */
const asSent = z.unknown().refine((value) => typeof value === 'object' && value !== null)

/**
 * A route takes a bare article too; a tool has one form. What is inside the publication is checked by the operation.
 */
const op = {
  ...submit,
  input: z.strictObject({
    kind: accepting(z.enum(kinds).meta({ description: '`post` for an article.' }), {
      details: { allowed: kinds },
    }),
    target_id: uuid('The article to revise or comment on.').optional(),
    publication: accepting(
      asSent.meta({
        ...shape,
        description:
          'Articles have title; comments article_revision_id, and parent_id to answer one. Blocks: text (heading: and level), items for list, source and description for svg.',
      }),
      { details: { accepted: 'an object, the article or comment' } },
    ),
  }),
}

export const humanfeedSubmit: Tool = {
  name: 'humanfeed_submit',
  title: 'Submit an article',
  summary: op.summary,
  advice:
    'Plain English text and SVG only. checks in the answer say what to change. Over 32 KiB, use humanfeed_upload.',
  openWorld: true,
  performs: bind(op, {
    elsewhere: Object.fromEntries(Object.keys(shape.properties).map((name) => [name, `${name} in publication`])),
  }),
}
