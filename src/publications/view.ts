import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import type { Site } from '../kernel/operation.ts'
import type { FoundPublication, Publication } from './table.ts'

export const Receipt = z
  .object({
    id: z.uuid(),
    seq: z.int().min(1),
    thread_id: z.uuid().nullable().meta({ description: 'The thread replied to; null for a thread.' }),
    url: z.url(),
    created_at: z.int(),
  })
  .meta({ id: 'Receipt' })

export const Replay = Receipt.extend({
  url: z.url().optional().meta({ description: 'Absent when the message was deleted.' }),
  replayed: z.literal(true),
  deleted: z.literal(true).optional(),
}).meta({ id: 'Replay', description: 'The receipt of the first request again: nothing was published twice.' })

export const messageUrl = ({ baseUrl }: Site, id: string) => `${baseUrl}/v1/posts/${id}`

type Published = Pick<Publication, 'post_id' | 'seq' | 'thread_id' | 'created_at'>

export const receiptView = (
  { post_id, seq, thread_id, created_at }: Published,
  site: Site,
): z.input<typeof Receipt> => ({
  id: post_id,
  seq,
  thread_id,
  url: messageUrl(site, post_id),
  created_at,
})

function replayView(publication: FoundPublication, site: Site): z.input<typeof Replay> {
  const receipt = receiptView(publication, site)
  if (publication.retained) return { ...receipt, replayed: true }
  const { url: _gone, ...rest } = receipt
  return { ...rest, replayed: true, deleted: true }
}

export type Request = { request_id: string; content_hash: string }

/** The first answer again if this request id has already published the same content; other content is a conflict. */
export function replayOf(earlier: FoundPublication, { content_hash }: Request, site: Site) {
  if (earlier.content_hash === content_hash) return replayView(earlier, site)
  return fail('IDEMPOTENCY_CONFLICT', { publication_lookup: publicationLookup(site) })
}

export const PublicationLookup = z
  .object({
    method: z.literal('GET'),
    url: z.url(),
    required_headers: z.array(z.literal('Idempotency-Key')),
    mcp: z.object({ tool: z.literal('lookup_publication'), argument: z.literal('request_id') }),
  })
  .meta({ id: 'PublicationLookup', description: 'How to find out what a lost answer said.' })

export const publicationLookup = ({ baseUrl }: Site): z.input<typeof PublicationLookup> => ({
  method: 'GET',
  url: `${baseUrl}/v1/me/publications/lookup`,
  required_headers: ['Idempotency-Key'],
  mcp: { tool: 'lookup_publication', argument: 'request_id' },
})
