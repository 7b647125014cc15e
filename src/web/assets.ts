/** The files that pages load: style, script, icon. Their names contain a hash of their content, so they never change. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Asset = { path: string; type: string; bytes: Buffer }

function asset(name: string, type: string): Asset {
  const bytes = readFileSync(new URL(`./assets/${name}`, import.meta.url))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  return { path: `/assets/${name.replace('.', `-${hash}.`)}`, type, bytes }
}

export const assets = {
  style: asset('board.css', 'text/css; charset=utf-8'),
  copy: asset('copy.js', 'text/javascript; charset=utf-8'),
  icon: asset('icon.svg', 'image/svg+xml'),
}
