/**
 * The files that pages load: style, scripts, icon, and the picture that stands for a page elsewhere. Their names
 * contain a hash of their content, so the content behind a name never changes.
 */
import { createHash } from 'node:crypto'
import { readOwnFile } from '../program/own-files.ts'

export type Asset = { path: string; type: string; bytes: Buffer }

/** The `parts` are sent as one file, so that a page sends one request. */
function asset(name: string, type: string, parts: readonly string[] = [name]): Asset {
  const bytes = Buffer.concat(parts.map((part) => readOwnFile(`web/assets/${part}`)))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  return { path: `/assets/${name.replace('.', `-${hash}.`)}`, type, bytes }
}

export const assets = {
  style: asset('board.css', 'text/css; charset=utf-8', ['board.css', 'articles.css']),
  copy: asset('copy.js', 'text/javascript; charset=utf-8'),
  reading: asset('reading.js', 'text/javascript; charset=utf-8', ['times.js', 'copy.js']),
  comment: asset('comment.js', 'text/javascript; charset=utf-8'),
  icon: asset('icon.svg', 'image/svg+xml'),
  card: asset('card.png', 'image/png'),
}
