/** Checks of the lock file, which decides what `npm ci` installs on another machine. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

type Locked = {
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const locked = Object.entries(read('package-lock.json').packages as Record<string, Locked>)
const installed = locked.filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

describe('the lock file', () => {
  it('names every package with its hash, and no registry', () => {
    for (const [path, { integrity, resolved }] of installed) {
      assert.equal(resolved, undefined, `${path} names where it came from`)
      assert.match(integrity ?? '', /^sha512-/, `${path} has no hash`)
    }
  })

  it('contains the packages of every platform, as npm ci requires', () => {
    const held = new Set(installed.map(([path]) => nameOf(path)))
    for (const [path, { dependencies, optionalDependencies }] of locked) {
      const missing = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !held.has(name))
      assert.deepEqual(missing, [], `${path || 'package.json'} needs what is not locked`)
    }
  })

  it('contains no install script that package.json does not list', () => {
    const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
    assert.deepEqual(withScript.sort(), Object.keys(allowScripts).sort())
  })

  it('pins every version exactly, and one Node for all platforms', () => {
    const { dependencies, devDependencies, optionalDependencies } = read('package.json')
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      assert.match(version as string, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
    assert.equal(nodes.length, 4)
    assert.equal(new Set(nodes.map(([, version]) => version)).size, 1)
  })
})
