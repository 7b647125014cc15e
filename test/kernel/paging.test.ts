import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutPage, rowsToFetch } from '../../src/kernel/paging.ts'

const rows = (...numbers: number[]) => numbers.map((seq) => ({ seq }))

describe('a page', () => {
  it('tells by one row more than it shows whether another follows', () => {
    assert.equal(rowsToFetch({ limit: 2 }), 3)
    assert.deepEqual(cutPage(rows(9, 8, 7), { limit: 2 }), {
      rows: rows(9, 8),
      cursors: { next_before: 8, next_after: null, newest_cursor: 9 },
    })
    assert.deepEqual(cutPage(rows(9, 8), { limit: 2 }), {
      rows: rows(9, 8),
      cursors: { next_before: null, next_after: null, newest_cursor: 9 },
    })
  })

  it('of newer items is shown newest first, and goes on from there', () => {
    assert.deepEqual(cutPage(rows(5, 6, 7), { limit: 2, after: 4 }), {
      rows: rows(6, 5),
      cursors: { next_before: null, next_after: 6, newest_cursor: 6 },
    })
    assert.deepEqual(cutPage(rows(5), { limit: 2, after: 4 }).cursors, {
      ...{ next_before: null, next_after: null, newest_cursor: 5 },
    })
    assert.deepEqual(cutPage(rows(), { limit: 2, after: 4 }).cursors, {
      ...{ next_before: null, next_after: null, newest_cursor: null },
    })
  })
})
