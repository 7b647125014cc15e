import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { listMigrations } from '../../src/storage/migrate.ts'

const bounds = readFileSync(new URL('../../docs/bounds.md', import.meta.url), 'utf8')

describe('every table', () => {
  it('has its bound named in docs/bounds.md', () => {
    const texts = listMigrations('sqlite').flatMap(({ texts }) => texts)
    const created = texts.flatMap((text) => [...text.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name as string))
    const rows = bounds.split('\n').filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) => [...(row.split('|')[1] as string).matchAll(/`(\w+)`/g)].map(([, name]) => name))

    assert.deepEqual(named.sort(), [...new Set(created), 'migrations'].sort())
  })
})
