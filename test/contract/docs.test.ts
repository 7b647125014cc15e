/** What the documents say about the repository is so. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root })

describe('the documents', () => {
  it('link only to files that exist', () => {
    assert.ok(documents.length > 10)
    for (const document of documents) {
      const links = [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link as string)
      for (const link of links) {
        assert.ok(existsSync(join(root, dirname(document), link)), `${document} links to ${link}`)
      }
    }
  })

  it('map the specification to files that exist', () => {
    const named = [...read('docs/spec-map.md').matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file]) => file as string)
    const missing = [...new Set(named)].filter((file) => !existsSync(join(root, file)))
    assert.ok(named.length > 50)
    assert.deepEqual(missing, [])
  })

  it('map every sentence to a source and a test', () => {
    const rows = read('docs/spec-map.md')
      .split('\n')
      .filter((line) => line.includes('`src/') && line.split('|').length === 6)
    assert.ok(rows.length > 50)
    for (const row of rows) {
      const [, , , source, test] = row.split('|')
      assert.match(source as string, /`src\//, row)
      assert.match(test as string, /`test\//, row)
    }
  })

  it('give one reason for each dependency', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    const explained = [...read('docs/decisions/dependencies.md').matchAll(/^\| `([^`]+)` \| \S/gm)].map(
      ([, name]) => name as string,
    )
    assert.deepEqual(explained.sort(), used.sort())
  })

  it('show every setting with its default', () => {
    const lines = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)]
    const example = Object.fromEntries(lines.map(([, name, value]) => [name as string, value as string]))
    assert.ok(lines.length > 20)
    assert.deepEqual(readConfig(example), readConfig({}))
    for (const name of Object.keys(example)) assert.ok(read('docs/configuration.md').includes(`\`${name}\``), name)
  })
})
