/** Bodies in the encodings that callers accept. */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import { ownBytes } from '../../kernel/bytes.ts'
import type { MaybePromise } from '../../storage/sql.ts'

/** For one answer the fastest levels; more for pages that are sent to many readers, and for files that never change. */
type Effort = 'fast' | 'small' | 'smallest'

export const ONE_PACKET_BYTES = 1_400

/** An answer that fits into one network packet gains nothing from compression that only it pays for. */
const minBytes: Readonly<Record<Effort, number>> = { fast: ONE_PACKET_BYTES, small: 0, smallest: 0 }
/** Up to this size, compressing in the event loop costs less than handing the work to another thread. */
const SYNC_MAX_BYTES = 65_536

const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })
const levels = {
  fast: { gzip: { level: 1 }, br: quality(1) },
  small: { gzip: { level: 6 }, br: quality(5) },
  smallest: { gzip: { level: 9 }, br: quality(11) },
}

const encoders = {
  gzip: {
    sync: (bytes: Buffer, effort: Effort) => gzipSync(bytes, levels[effort].gzip),
    async: (bytes: Buffer, effort: Effort) => promisify(gzip)(bytes, levels[effort].gzip),
  },
  br: {
    sync: (bytes: Buffer, effort: Effort) => brotliCompressSync(bytes, levels[effort].br),
    async: (bytes: Buffer, effort: Effort) => promisify(brotliCompress)(bytes, levels[effort].br),
  },
}
type Encoding = keyof typeof encoders

export type Encoded = { encoding: Encoding | undefined; bytes: Buffer }

/** Where a caller accepts both alike, the first is sent: it is smaller, and at the fast level it takes less time, too. */
const preferred: readonly Encoding[] = ['br', 'gzip']

export function encode(bytes: Buffer, acceptEncoding: string | undefined, effort: Effort): MaybePromise<Encoded> {
  const encoding = acceptEncoding && bytes.length >= minBytes[effort] ? choose(acceptEncoding) : undefined
  if (!encoding) return { encoding, bytes }
  const { sync, async } = encoders[encoding]
  if (bytes.length <= SYNC_MAX_BYTES) return { encoding, bytes: sync(bytes, effort) }
  return async(bytes, effort).then((made) => ({ encoding, bytes: made }))
}

/** A body that is sent to many; each compressed form is made when it is first asked for. */
export class SharedBody {
  readonly bytes: Buffer
  readonly #effort: Effort
  readonly #forms = new Map<Encoding | undefined, MaybePromise<Encoded>>()

  constructor(bytes: Buffer, effort: Effort) {
    this.bytes = ownBytes(bytes)
    this.#effort = effort
  }

  encodedFor(acceptEncoding = ''): MaybePromise<Encoded> {
    const encoding = choose(acceptEncoding)
    const known = this.#forms.get(encoding)
    if (known) return known
    const own = (made: Encoded) => ({ ...made, bytes: ownBytes(made.bytes) })
    const encoded = encode(this.bytes, acceptEncoding, this.#effort)
    const made = encoded instanceof Promise ? encoded.then(own) : own(encoded)
    this.#forms.set(encoding, made)
    return made
  }
}

const MAX_CHOICES = 1_000
const choices = new Map<string, Encoding | undefined>()

/** Few different headers are ever sent, so the choice is remembered. */
function choose(acceptEncoding: string): Encoding | undefined {
  if (choices.has(acceptEncoding)) return choices.get(acceptEncoding)
  const chosen = negotiate.negotiate(acceptEncoding.toLowerCase(), [...preferred, 'identity'])
  const encoding = chosen === 'gzip' || chosen === 'br' ? chosen : undefined
  if (choices.size >= MAX_CHOICES) choices.clear()
  choices.set(acceptEncoding, encoding)
  return encoding
}
