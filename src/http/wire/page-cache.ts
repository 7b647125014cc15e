/**
 * Pages that anybody may see, as they were drawn last, with their compressed forms. One is sent again only while the
 * database has not changed: see docs/decisions/0030-cached-pages.md.
 */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { CacheCounters } from '../../kernel/cache.ts'
import type { SiteDocument } from '../../web/document.ts'

/** Kept bytes are compressed once for many readers, so it may take a little longer than for a single answer. */
const encoders = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 6 }),
  identity: (bytes: Buffer) => bytes,
}
type Encoding = keyof typeof encoders
const encodings = Object.keys(encoders) as Encoding[]

const MAX_BYTES = 8 * 2 ** 20
const LARGEST_BYTES = 2 ** 19

/** `version` is the database's, read before the page was drawn; `second` is when it was last known to be right. */
export type State = { version: string; second: number }

export class CachedPage {
  readonly headers: SiteDocument['headers']
  readonly etag: string
  readonly #encoded: Partial<Record<Encoding, Buffer>>
  state: State

  constructor({ body, headers }: SiteDocument, state: State) {
    const bytes = Buffer.from(body)
    this.headers = headers
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    this.#encoded = { identity: bytes }
    this.state = state
  }

  get size() {
    return this.#encoded.identity?.length ?? 0
  }

  encodedFor(acceptEncoding: string | undefined): { encoding: Encoding; bytes: Buffer } {
    const accepted = acceptEncoding?.toLowerCase() ?? 'identity'
    const encoding = (negotiate.negotiate(accepted, encodings) ?? 'identity') as Encoding
    const bytes = this.#encoded[encoding] ?? encoders[encoding](this.#encoded.identity as Buffer)
    this.#encoded[encoding] = bytes
    return { encoding, bytes }
  }
}

/** Bounded by the bytes of its pages; the ones drawn longest ago go first. */
export class PageCache {
  readonly counters = { hits: 0, misses: 0, entries: 0, bytes: 0 } satisfies CacheCounters
  readonly #pages = new Map<string, CachedPage>()

  get(key: string, version: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page?.state.version === version) {
      this.counters.hits++
      return page
    }
    this.counters.misses++
    if (page) this.#drop(key, page)
    return undefined
  }

  set(key: string, page: CachedPage) {
    if (page.size > LARGEST_BYTES) return
    const before = this.#pages.get(key)
    if (before) this.#drop(key, before)
    this.#pages.set(key, page)
    this.#count(page.size)
    for (const [oldestKey, oldest] of this.#pages) {
      if (this.counters.bytes <= MAX_BYTES) return
      this.#drop(oldestKey, oldest)
    }
  }

  #drop(key: string, { size }: CachedPage) {
    this.#pages.delete(key)
    this.#count(-size)
  }

  #count(bytes: number) {
    this.counters.bytes += bytes
    this.counters.entries = this.#pages.size
  }
}
