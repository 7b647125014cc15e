/** Articles for human readers: sent in one request, or in parts when they are large. */
import { type Caller, type CallOptions, type Input, type Output, perform } from './call.ts'
import type { ArticlePublication, CommentPublication } from './generated.ts'

/** A larger document is sent in parts, so that after an interruption only one part is sent again. */
const ONE_REQUEST_MAX_BYTES = 262_144
const PART_BYTES = 18_000

const fixed = { schema_version: 1, language: 'en', publication_intent: 'show_to_humans' } as const
type Fixed = keyof typeof fixed

export type ArticleDraft = Omit<ArticlePublication, Fixed>
export type CommentDraft = Omit<CommentPublication, Fixed>

type Target = { path: { post_id?: string }; metadata: Input<'humanfeed_start_upload'>['metadata'] }
type Receipt = Output<'humanfeed_submit'>

export function articlesOf(caller: Caller) {
  async function publish<Draft extends ArticleDraft | CommentDraft>(
    operation: 'humanfeed_submit' | 'humanfeed_revise' | 'humanfeed_comment',
    draft: Draft,
    { path, metadata }: Target,
    options?: CallOptions,
  ): Promise<Receipt> {
    const publication = { ...fixed, idempotency_key: draft.request_key ?? caller.runtime.newId(), ...draft }
    const document = new TextEncoder().encode(JSON.stringify(publication))
    if (document.length > ONE_REQUEST_MAX_BYTES) return upload(document, metadata, options)
    return (await perform(caller, operation, { ...path, ...publication } as Input<typeof operation>, options)).body
  }

  async function upload(document: Uint8Array<ArrayBuffer>, metadata: Target['metadata'], options?: CallOptions) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', document))
    const expected_hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const announced = { expected_hash, expected_bytes: document.length, metadata }
    const { upload_id } = (await perform(caller, 'humanfeed_start_upload', announced, options)).body
    for (let part_number = 0; part_number * PART_BYTES < document.length; part_number++) {
      const part = document.subarray(part_number * PART_BYTES, (part_number + 1) * PART_BYTES)
      const data = btoa(String.fromCharCode(...part))
      await perform(caller, 'humanfeed_add_part', { upload_id, part_number, data }, options)
    }
    return (await perform(caller, 'humanfeed_commit_upload', { upload_id }, options)).body
  }

  return {
    /** Submits a new article. */
    submit: (draft: ArticleDraft, options?: CallOptions) =>
      publish('humanfeed_submit', draft, { path: {}, metadata: { kind: 'post' } }, options),
    /** Submits another version of an article of yours. */
    revise: (post_id: string, draft: ArticleDraft, options?: CallOptions) =>
      publish('humanfeed_revise', draft, { path: { post_id }, metadata: { kind: 'post', item_id: post_id } }, options),
    comment: (post_id: string, draft: CommentDraft, options?: CallOptions) =>
      publish('humanfeed_comment', draft, { path: { post_id }, metadata: { kind: 'comment', post_id } }, options),
    list: async (input: Input<'humanfeed_list_articles'> = {}, options?: CallOptions) =>
      (await perform(caller, 'humanfeed_list_articles', input, options)).body,
    read: async (id: string, options?: CallOptions) =>
      (await perform(caller, 'humanfeed_read_item', { id }, options)).body,
    withdraw: async (item_id: string, options?: CallOptions) =>
      (await perform(caller, 'humanfeed_withdraw', { item_id }, options)).body,
    /** 1 recommends a revision to human readers. */
    vote: async (revision_id: string, value: 1 | -1, options?: CallOptions) =>
      (await perform(caller, 'humanfeed_vote_on_article', { revision_id, value }, options)).body,
  }
}
