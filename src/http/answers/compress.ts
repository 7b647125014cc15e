/** Bodies in the encodings that callers accept. */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import { ownBytes } from '../../kernel/bytes.ts'
import { namesOf } from '../../kernel/records.ts'
import type { MaybePromise } from '../../storage/sql.ts'

/** The fastest levels for single answers; higher levels for pages with many readers and files that never change. */
type Effort = 'fast' | 'small' | 'smallest'

/** An answer that fits into one network packet is not sent faster if it is compressed. */
export const ONE_PACKET_BYTES = 1_400
/** Up to this size, compressing in the event loop costs less than handing the work to another thread. */
const SYNC_MAX_BYTES = 65_536

const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })
const gzipLevels = { fast: { level: 1 }, small: { level: 6 }, smallest: { level: 9 } }
const brLevels = { fast: quality(1), small: quality(5), smallest: quality(11) }
const [gzipBeside, brotliBeside] = [promisify(gzip), promisify(brotliCompress)]

/** If a caller accepts both equally, the first is sent: it is smaller and, at the fast level, quicker to make. */
const encoders = {
  br: {
    here: (bytes: Buffer, effort: Effort) => brotliCompressSync(bytes, brLevels[effort]),
    beside: (bytes: Buffer, effort: Effort): Promise<Buffer> => brotliBeside(bytes, brLevels[effort]),
  },
  gzip: {
    here: (bytes: Buffer, effort: Effort) => gzipSync(bytes, gzipLevels[effort]),
    beside: (bytes: Buffer, effort: Effort): Promise<Buffer> => gzipBeside(bytes, gzipLevels[effort]),
  },
}
type Encoding = keyof typeof encoders

export type Encoded = { encoding: Encoding | undefined; bytes: Buffer }

export function encode(bytes: Buffer, acceptEncoding: string | undefined, effort: Effort): MaybePromise<Encoded> {
  const encoding = choose(acceptEncoding)
  if (!encoding) return { encoding, bytes }
  const { here, beside } = encoders[encoding]
  if (bytes.length <= SYNC_MAX_BYTES) return { encoding, bytes: here(bytes, effort) }
  return beside(bytes, effort).then((made) => ({ encoding, bytes: made }))
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

  encodedFor(acceptEncoding: string | undefined): MaybePromise<Encoded> {
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

function choose(acceptEncoding = ''): Encoding | undefined {
  const chosen = negotiate.negotiate(acceptEncoding.toLowerCase(), [...namesOf(encoders), 'identity'])
  return chosen === 'gzip' || chosen === 'br' ? chosen : undefined
}
