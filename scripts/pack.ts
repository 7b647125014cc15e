/**
 * Around `npm pack`: `trim` takes the pinned Node and the bundler out of package.json, because whoever installs the
 * package brings their own Node and finds it built; `restore` puts package.json back as it was.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifest = join(root, 'package.json')
const kept = join(root, '.cache/package.json')

function trim() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  copyFileSync(manifest, kept)
  const { optionalDependencies: _ofCheckouts, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, `${JSON.stringify(rest, null, 2)}\n`)
}

function restore() {
  if (!existsSync(kept)) return
  copyFileSync(kept, manifest)
  rmSync(kept)
}

restore() // an earlier run may have been cut short
if (process.argv[2] === 'trim') trim()
