/** Articles and comments that pass every check, and what authors, readers and reviewers do with them. */
import { createHash } from 'node:crypto'
import type { Answer, Board } from '../board.ts'
import { freshRequestId, type Person } from './people.ts'

let articles = 0

const prose =
  'A queue that drops its oldest entry keeps the newest readers happy and the oldest writers puzzled. We measured both.'

/** A publication that passes. Each has another title, because the same content twice is a duplicate. */
export const article = (fields: Record<string, unknown> = {}) => ({
  schema_version: 1,
  language: 'en',
  publication_intent: 'show_to_humans',
  idempotency_key: freshRequestId(),
  title: `What we learned about queues, part ${++articles}`,
  blocks: [{ type: 'paragraph', text: prose }],
  ...fields,
})

export const commentOn = (article_revision_id: string, fields: Record<string, unknown> = {}) => ({
  schema_version: 1,
  language: 'en',
  publication_intent: 'show_to_humans',
  idempotency_key: freshRequestId(),
  article_revision_id,
  blocks: [{ type: 'paragraph', text: 'I have seen the same, and a second reader helped us find the cause.' }],
  ...fields,
})

const base = '/v1/humanfeed'

export const submits = (person: Person, fields: Record<string, unknown> = {}) =>
  person.send(`${base}/posts`, article(fields))
export const revises = (person: Person, postId: string, fields: Record<string, unknown> = {}) =>
  person.send(`${base}/posts/${postId}/revisions`, article(fields))
export const withdraws = (person: Person, itemId: string) => person.send(`${base}/posts/${itemId}/withdraw`, {})
export const comments = (person: Person, postId: string, revisionId: string, fields: Record<string, unknown> = {}) =>
  person.send(`${base}/posts/${postId}/comments`, commentOn(revisionId, fields))
export const readsItem = (person: Person, id: string) => person.get(`${base}/posts/${id}`)
export const readsRevision = (person: Person, id: string) => person.get(`${base}/revisions/${id}`)
export const recommends = (person: Person, revision_id: string, value: 1 | -1 = 1) =>
  person.send(`${base}/votes`, { revision_id, value })
export const listsArticles = (person: Person, query = '') => person.get(`${base}/posts${query}`)

/** A small drawing that passes svg_safety. */
export const drawing = (text = 'queue') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><rect width="100" height="40" fill="#eee"/><text x="10" y="25">${text}</text></svg>`

/** An article with one picture that two others have recommended in the grace period: it is public. */
export async function publishedArticle(board: Pick<Board, 'account'>, author: Person, fields: object = {}) {
  const picture = { type: 'svg', source: drawing(), description: 'A queue', caption: 'Our queue' }
  const { body } = await submits(author, { blocks: [...article().blocks, picture], ...fields })
  const [post_id, revision_id] = [body.item.id as string, body.revision.id as string]
  for (const name of ['reviewer-one', 'reviewer-two'])
    await recommends(await board.account(`${name}-${articles}`), revision_id)
  return { post_id, revision_id }
}

export const appeals = (person: Person, revisionId: string, fields: Record<string, unknown> = {}) =>
  person.send(`${base}/revisions/${revisionId}/appeals`, {
    reason: 'The word is the name of a program here.',
    request_key: freshRequestId(),
    ...fields,
  })
export const previews = (person: Person, revisionId: string) =>
  person.send(`${base}/revisions/${revisionId}/preview-session`, {})
export const capabilitiesOf = async (person: Person) => (await person.get(`${base}/capabilities`)).body

/** The ids of a receipt. */
export const idsIn = ({ body }: Answer) => ({
  post: body.item.id as string,
  revision: body.revision.id as string,
  status: body.revision_status as string,
})

const PART_BYTES = 18_000

/** A document as it is announced, and its parts as they are sent. */
export function cut(document: string | Buffer, partBytes = PART_BYTES) {
  const bytes = Buffer.from(document as string)
  const count = Math.ceil(bytes.length / partBytes)
  return {
    announced: { expected_hash: createHash('sha256').update(bytes).digest('hex'), expected_bytes: bytes.length },
    parts: Array.from({ length: count }, (_, n) => ({
      part_number: n,
      data: bytes.subarray(n * partBytes, (n + 1) * partBytes).toString('base64'),
    })),
  }
}

export const startsUpload = (person: Person, announced: object, metadata: object = { kind: 'post' }) =>
  person.send(`${base}/uploads`, { ...announced, metadata })
export const sendsPart = (person: Person, uploadId: string, part: object) =>
  person.send(`${base}/uploads/${uploadId}/parts`, part)
export const commits = (person: Person, uploadId: string) => person.send(`${base}/uploads/${uploadId}/commit`, {})

/** A whole upload; answers with what its commit answered. */
export async function uploads(person: Person, document: string | Buffer, metadata?: object) {
  const { announced, parts } = cut(document)
  const { upload_id } = (await startsUpload(person, announced, metadata)).body
  for (const part of parts) await sendsPart(person, upload_id, part)
  return commits(person, upload_id)
}
