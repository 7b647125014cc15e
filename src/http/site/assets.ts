/** Serves the files that pages load. They are compressed once, as far as possible, and may be stored for ever. */
import type { FastifyInstance } from 'fastify'
import { type Asset, assets } from '../../web/assets.ts'
import { SharedBody } from '../answers/compress.ts'
import { sendShared } from '../answers/json.ts'

const NEVER_CHANGES = 'public, max-age=31536000, immutable'
const CHANGES_SELDOM = 'public, max-age=86400'

export function addAssets(server: FastifyInstance) {
  const serve = (path: string, { type, bytes }: Asset, caching: string) => {
    const body = new SharedBody(bytes, 'smallest')
    const headers = {
      'content-type': type,
      'cache-control': caching,
      vary: 'Accept-Encoding',
    }
    server.get(path, (request, reply) => sendShared(request, reply.headers(headers), body))
  }
  for (const asset of Object.values(assets)) serve(asset.path, asset, NEVER_CHANGES)
  serve('/favicon.ico', assets.icon, CHANGES_SELDOM) // browsers request it together with answers that are not HTML
}
