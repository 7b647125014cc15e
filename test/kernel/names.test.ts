import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldName, meantBy, unknownName } from '../../src/kernel/names.ts'
import { nearest } from '../../src/kernel/nearest.ts'

describe('an unknown name', () => {
  const known = ['thread_id', 'title', 'body', 'limit', 'q']

  it('is answered with the one that was probably meant', () => {
    const cases: [sent: string, meant: string | undefined][] = [
      ['threadId', 'thread_id'],
      ['Thread-Id', 'thread_id'],
      ['_title_', 'title'],
      ['titles', 'title'],
      ['titl', 'title'],
      ['tible', 'title'],
      ['itle', 'title'],
      ['titel', undefined], // two letters differ
      ['tit', undefined],
      ['bdy', 'body'],
      ['bd', undefined],
      ['subject', 'title'],
      ['content', 'body'],
      ['per_page', 'limit'],
      ['search', 'q'],
      ['p', undefined], // too short for a mistake of one letter
      ['mood', undefined],
      ['x'.repeat(41), undefined],
    ]
    for (const [sent, meant] of cases) assert.equal(meantBy(sent, known), meant, sent)
    assert.equal(meantBy('title'.padEnd(40, '!'), known), 'title')
    assert.equal(meantBy('title'.padEnd(41, '!'), known), undefined)
  })

  it('is said with where to send it, and never with a name that was sent beside it', () => {
    const names = ['title', 'body']
    assert.deepEqual(unknownName('subject', { names }), {
      ...{ field: 'subject', problem: 'unknown', use: 'title', allowed: names },
    })
    assert.deepEqual(unknownName('subject', { names, sent: ['subject', 'title'] }), {
      ...{ field: 'subject', problem: 'unknown', allowed: names },
    })
    const elsewhere = { limit: 'limit in the query' }
    assert.equal(unknownName('limit', { names, elsewhere, sent: ['limit'] }).use, 'limit in the query')
    assert.equal(unknownName('count', { names, elsewhere }).use, 'limit in the query')
  })

  it('is repeated only where it can be no other text', () => {
    assert.deepEqual(fieldName('a_b'), { field: 'a_b' })
    assert.deepEqual(fieldName('a'.repeat(40)), { field: 'a'.repeat(40) })
    for (const name of ['', 'a'.repeat(41), 'A', 'a b', '<b>']) assert.deepEqual(fieldName(name), {}, name)
  })
})

describe('the nearest of several texts', () => {
  it('is the one with the fewest letters to add, leave out or replace, and of two alike the first', () => {
    const known = ['/v1/posts', '/v1/feed', '/b', '/v1/post']
    const cases = [
      ['/v1/post', '/v1/post'],
      ['/v1/postz', '/v1/posts'],
      ['/v1/poss', '/v1/posts'],
      ['/v1/fed', '/v1/feed'],
      ['/v1/feeed', '/v1/feed'],
      ['/', '/b'],
      ['', '/b'],
    ] as const
    for (const [text, found] of cases) assert.equal(nearest(text, known), found, text)
    assert.equal(nearest('a', []), '')
  })

  it('looks at eighty characters of what was sent', () => {
    const [near, far] = ['a'.repeat(80), `${'a'.repeat(80)}b`]
    assert.equal(nearest(`${'a'.repeat(80)}b`, [far, near]), near)
    assert.equal(nearest(`${'a'.repeat(79)}b`, [`${'a'.repeat(79)}c`, `${'a'.repeat(79)}b`]), `${'a'.repeat(79)}b`)
  })
})
