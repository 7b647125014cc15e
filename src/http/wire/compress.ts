/** Bodies in the encodings that clients accept. */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import { ownBytes } from '../../kernel/bytes.ts'
import type { Piece } from '../../kernel/json-text.ts'
import type { MaybePromise } from '../../kernel/when-ready.ts'
import { gzipOf, type Part } from './gzip-parts.ts'
import { gzipPieces, type TextBlocks } from './gzip-pieces.ts'

/** An answer that fits into one network packet gains nothing from compression that only it pays for. */
const minBytes = { fast: 1_400, small: 0 }
/** Up to this size, compressing in the event loop costs less than handing the work to another thread. */
const SYNC_MAX_BYTES = 65_536

type Effort = 'fast' | 'small'

/** For one answer the fastest levels: higher ones cost tens of milliseconds a page and save a few percent. */
const levels = {
  fast: { gzip: { level: 1 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } },
  /** For pages that are sent to many readers. */
  small: { gzip: { level: 6 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } },
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
/** Where a client accepts both alike, the first is sent. */
const preferred: Readonly<Record<Effort, readonly Encoding[]>> = { fast: ['gzip', 'br'], small: ['br', 'gzip'] }

export type Encoded = { encoding: Encoding | undefined; bytes: Buffer }

/** The bytes of an answer; each compressed form is made when it is first asked for. */
export class EncodedBody {
  readonly bytes: Buffer
  readonly #effort: Effort
  /** What the bytes were put together from, until they have been sent once. */
  #pieces: readonly Piece[]
  readonly #forms: Partial<Record<Encoding, Buffer>> = {}
  #texts: TextBlocks = new Map()

  constructor(bytes: Buffer, effort: Effort = 'fast', pieces: readonly Piece[] = []) {
    this.bytes = ownBytes(bytes)
    this.#effort = effort
    this.#pieces = pieces
  }

  /** Of all its forms. */
  get size() {
    return Object.values(this.#forms).reduce((sum, { length }) => sum + length, this.bytes.length)
  }

  /** Most of the text of an answer is that of the last one, which may have been compressed. */
  follow(last: EncodedBody) {
    this.#texts = last.#texts
  }

  /** The pieces are held by others, as long as they are worth it. */
  releasePieces() {
    this.#pieces = []
  }

  #gzipPieces(): Buffer | undefined {
    const made = gzipPieces(this.#pieces, this.bytes, this.#texts)
    if (made) this.#texts = made.texts
    return made?.gzip
  }

  encodedFor(acceptEncoding: string | undefined): MaybePromise<Encoded> {
    const encoding =
      acceptEncoding && this.bytes.length >= minBytes[this.#effort] ? choose(acceptEncoding, this.#effort) : undefined
    if (!encoding) return { encoding: undefined, bytes: this.bytes }
    const known = this.#forms[encoding]
    if (known) return { encoding, bytes: known }
    const add = (made: Buffer): Encoded => {
      const bytes = ownBytes(made)
      this.#forms[encoding] = bytes
      return { encoding, bytes }
    }
    const fromPieces = encoding === 'gzip' && this.#pieces.length > 0 ? this.#gzipPieces() : undefined
    if (fromPieces) return add(fromPieces)
    const { sync, async } = encoders[encoding]
    if (this.bytes.length <= SYNC_MAX_BYTES) return add(sync(this.bytes, this.#effort))
    return async(this.bytes, this.#effort).then(add)
  }
}

/** A body in parts, some of which are sent again and again. Large parts are left to another thread, as a whole. */
export function encodeParts(parts: readonly Part[], acceptEncoding: string | undefined): MaybePromise<Encoded> {
  const isLarge = parts.some(({ bytes }) => bytes.length > SYNC_MAX_BYTES)
  const isSmall = parts.reduce((sum, { bytes }) => sum + bytes.length, 0) < minBytes.fast
  if (!isLarge && !isSmall && acceptEncoding && choose(acceptEncoding, 'fast') === 'gzip')
    return { encoding: 'gzip', bytes: gzipOf(parts) }
  return new EncodedBody(Buffer.concat(parts.map(({ bytes }) => bytes))).encodedFor(acceptEncoding)
}

const MAX_CHOICES = 1_000
const choices = new Map<string, Encoding | undefined>()

/** Few different headers are ever sent, so the choice is remembered. */
function choose(acceptEncoding: string, effort: Effort): Encoding | undefined {
  const key = `${effort} ${acceptEncoding}`
  if (choices.has(key)) return choices.get(key)
  const chosen = negotiate.negotiate(acceptEncoding.toLowerCase(), [...preferred[effort], 'identity'])
  const encoding = chosen === 'gzip' || chosen === 'br' ? chosen : undefined
  if (choices.size >= MAX_CHOICES) choices.clear()
  choices.set(key, encoding)
  return encoding
}
