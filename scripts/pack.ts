/**
 * Around `npm pack`: `build` makes dist/ and takes the pinned Node out of package.json, because whoever installs the
 * package brings their own; `restore` puts package.json back as it was.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifest = join(root, 'package.json')
const kept = join(root, '.cache/package.json')

function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '--project', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
  for (const folder of ['docs', 'storage/migrations', 'web/assets']) {
    cpSync(join(root, 'src', folder), join(root, 'dist', folder), { recursive: true })
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  copyFileSync(manifest, kept)
  const { optionalDependencies: _pinned, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, `${JSON.stringify(rest, null, 2)}\n`)
}

function restore() {
  if (!existsSync(kept)) return
  copyFileSync(kept, manifest)
  rmSync(kept)
}

if (process.argv[2] === 'build') {
  restore() // an earlier run may have been cut short
  build()
} else restore()
