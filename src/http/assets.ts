/** Serves the files that pages load. They are compressed once, as far as possible, and may be stored for ever. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { type Asset, assets } from '../web/assets.ts'

const encoders = { br: brotliCompressSync, gzip: gzipSync, identity: (bytes: Buffer) => bytes }
type Encoding = keyof typeof encoders
const encodings = Object.keys(encoders) as Encoding[]

const NEVER_CHANGES = 'public, max-age=31536000, immutable'
const CHANGES_SELDOM = 'public, max-age=86400'

export function addAssets(server: FastifyInstance) {
  const serve = (path: string, { type, bytes }: Asset, caching: string) => {
    const encoded: Partial<Record<Encoding, Buffer>> = {}
    server.get(path, (request, reply) => {
      const accepted = request.headers['accept-encoding']?.toLowerCase() ?? 'identity'
      const encoding = (negotiate.negotiate(accepted, encodings) ?? 'identity') as Encoding
      encoded[encoding] ??= encoders[encoding](bytes)
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      reply.headers({ 'content-type': type, 'cache-control': caching, vary: 'Accept-Encoding' })
      return reply.header('x-content-type-options', 'nosniff').send(encoded[encoding])
    })
  }
  for (const asset of Object.values(assets)) serve(asset.path, asset, NEVER_CHANGES)
  serve('/favicon.ico', assets.icon, CHANGES_SELDOM) // browsers ask for it beside answers that are not HTML
}
