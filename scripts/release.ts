/**
 * Makes what a release consists of, in release/: `package` the npm package, `binary` the executable of this platform in an
 * archive, each with its bill of materials. Publishing, and the signatures of where it was built, are the workflow's.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../src/program/version.ts'
import { billOfMaterials } from './sbom.ts'

const root = join(import.meta.dirname, '..')
const release = join(root, 'release')
const run = (file: string, words: readonly string[]) => execFileSync(file, words, { cwd: root, stdio: 'inherit' })
const write = (file: string, content: object) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

/** The tag names what is released; the version itself is in package.json only. */
function checkVersion() {
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: tag } = process.env
  if (type === 'tag' && tag !== `v${version}`) throw new Error(`The tag is ${tag}, package.json has ${version}.`)
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}] - `))
    throw new Error(`CHANGELOG.md has no heading for ${version}.`)
}

function makePackage() {
  run('npm', ['pack', '--pack-destination', release])
  write(join(release, `posting-board-${version}.cdx.json`), billOfMaterials('package'))
}

function makeBinary() {
  run(process.execPath, ['scripts/build-binary.ts'])
  write(join(root, 'build/posting-board.cdx.json'), billOfMaterials('executable'))
  const archive = join(release, `posting-board-${version}-${process.platform}-${process.arch}.tar.gz`)
  run('tar', ['-czf', archive, '-C', 'build', 'posting-board', 'LICENSES', 'posting-board.cdx.json'])
}

checkVersion()
mkdirSync(release, { recursive: true })
if (process.argv[2] === 'package') makePackage()
else if (process.argv[2] === 'binary') makeBinary()
else throw new Error('Say what to make: package or binary.')
