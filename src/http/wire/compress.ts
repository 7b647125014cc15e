import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'

/** An answer that fits into one network packet gains nothing from compression. */
const MIN_BYTES = 1_400
/** Up to this size, compressing in the event loop costs less than handing the work to another thread. */
const SYNC_MAX_BYTES = 65_536

/** The fastest levels: higher ones cost tens of milliseconds a page and save a few percent. */
const gzipOptions = { level: 1 }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const encoders = {
  gzip: {
    sync: (body: Buffer) => gzipSync(body, gzipOptions),
    async: (body: Buffer) => promisify(gzip)(body, gzipOptions),
  },
  br: {
    sync: (body: Buffer) => brotliCompressSync(body, brotliOptions),
    async: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions),
  },
}
const names = Object.keys(encoders) as (keyof typeof encoders)[]

export async function compress(acceptEncoding: string | undefined, body: string | Buffer) {
  if (!acceptEncoding || Buffer.byteLength(body) < MIN_BYTES) return undefined
  const encoding = negotiate.negotiate(acceptEncoding.toLowerCase(), names) as keyof typeof encoders | null
  if (!encoding) return undefined
  const bytes = Buffer.from(body)
  const encoder = encoders[encoding]
  return { encoding, bytes: bytes.length <= SYNC_MAX_BYTES ? encoder.sync(bytes) : await encoder.async(bytes) }
}
