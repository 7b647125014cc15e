import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'

/** Below about one network packet, compression only costs. */
const MIN_BYTES = 1_400

/** The fastest level of each: higher ones cost tens of milliseconds a page and save a few percent. */
const encoders = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 1 }),
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
}
const names = Object.keys(encoders) as (keyof typeof encoders)[]

export async function compress(acceptEncoding: string | undefined, body: string | Buffer) {
  if (!acceptEncoding || Buffer.byteLength(body) < MIN_BYTES) return undefined
  const encoding = negotiate.negotiate(acceptEncoding, names) as keyof typeof encoders | null
  if (!encoding) return undefined
  return { encoding, bytes: await encoders[encoding](Buffer.from(body)) }
}
