import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'

/** Below about one network packet, compression only costs. */
const MIN_BYTES = 1_400
/** Up to here the hop to another thread and back costs more than the work. */
const AT_ONCE_MAX_BYTES = 65_536

/** The fastest levels: higher ones cost tens of milliseconds a page and save a few percent. */
const gzipOptions = { level: 1 }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const encoders = {
  gzip: {
    atOnce: (body: Buffer) => gzipSync(body, gzipOptions),
    aside: (body: Buffer) => promisify(gzip)(body, gzipOptions),
  },
  br: {
    atOnce: (body: Buffer) => brotliCompressSync(body, brotliOptions),
    aside: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions),
  },
}
const names = Object.keys(encoders) as (keyof typeof encoders)[]

export async function compress(acceptEncoding: string | undefined, body: string | Buffer) {
  if (!acceptEncoding || Buffer.byteLength(body) < MIN_BYTES) return undefined
  const encoding = negotiate.negotiate(acceptEncoding.toLowerCase(), names) as keyof typeof encoders | null
  if (!encoding) return undefined
  const bytes = Buffer.from(body)
  const { atOnce, aside } = encoders[encoding]
  return { encoding, bytes: bytes.length <= AT_ONCE_MAX_BYTES ? atOnce(bytes) : await aside(bytes) }
}
