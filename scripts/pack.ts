/**
 * Around `npm pack`: `trim` leaves in package.json what an installed package needs. Scripts, the pinned Node and the
 * bundler are for checkouts: an installed package runs on the Node of its machine and is built already. `restore` puts
 * package.json back as it was.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifest = join(root, 'package.json')
const kept = join(root, '.cache/package.json')
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env

const ofCheckouts = ['scripts', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts']

function trim() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  copyFileSync(manifest, kept)
  const fields = Object.entries(JSON.parse(readFileSync(manifest, 'utf8'))).filter(
    ([name]) => !ofCheckouts.includes(name),
  )
  // npm signs where a package was built only if the package names the same place.
  if (host && repository) fields.push(['repository', { type: 'git', url: `git+${host}/${repository}.git` }])
  writeFileSync(manifest, `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`)
}

function restore() {
  if (!existsSync(kept)) return
  copyFileSync(kept, manifest)
  rmSync(kept)
}

restore() // an earlier run may have been cut short
if (process.argv[2] === 'trim') trim()
