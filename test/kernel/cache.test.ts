import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cacheKey, isOfSecond, makeCaches, stateOf } from '../../src/kernel/cache.ts'

const cachesOf = (maxBytes: number) => makeCaches({ now: () => 1_000 }, maxBytes)

/** What an entry costs besides its key, which has one letter here, and its value. */
const FIXED = 161

describe('the cache of a process', () => {
  it('forgets what was stored longest ago, as soon as its bound is passed and no earlier', () => {
    const { permanentCache: cache, counters } = cachesOf(2 * (FIXED + 10))
    cache.set('a', 'first', 10)
    cache.set('b', 'second', 10)
    assert.deepEqual([cache.get('a'), cache.get('b')], ['first', 'second'])
    assert.deepEqual(counters.permanent, { hits: 2, misses: 0, entries: 2, bytes: 2 * (FIXED + 10) })

    cache.set('c', 'third', 1)
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, 'second', 'third'])
    assert.deepEqual(counters.permanent, { hits: 4, misses: 1, entries: 2, bytes: 2 * FIXED + 11 })

    cache.set('d', 'fourth', 11 + FIXED) // as large as both together
    assert.deepEqual([cache.get('b'), cache.get('c'), cache.get('d')], [undefined, undefined, 'fourth'])
  })

  it('counts a value that replaces another once, and keeps none that is larger than its bound', () => {
    const { permanentCache: cache, counters } = cachesOf(FIXED + 10)
    cache.set('a', 'old', 3)
    cache.set('a', 'new', 10)
    assert.equal(cache.get('a'), 'new')
    assert.deepEqual(counters.permanent, { hits: 1, misses: 0, entries: 1, bytes: FIXED + 10 })
    cache.set('b', 'too large', 11)
    assert.deepEqual([cache.get('a'), cache.get('b')], ['new', undefined])
    cache.set('a', 'too large', 11)
    assert.equal(cache.get('a'), undefined) // never the value before
    assert.deepEqual(counters.permanent, { hits: 2, misses: 2, entries: 0, bytes: 0 })
  })

  it('keeps nothing when it may hold nothing', async () => {
    const { permanentCache, agedCache } = cachesOf(0)
    permanentCache.set('a', 1, 0)
    assert.equal(permanentCache.get('a'), undefined)
    assert.equal(await agedCache.get('b', 60, async () => 2), 2)
    assert.equal(await agedCache.get('b', 60, async () => 3), 3)
  })

  it('gives an aged value until it is too old, and makes it anew when the clock was set back', async () => {
    let now = 1_000
    const { agedCache, counters } = makeCaches({ now: () => now }, 10_000)
    let made = 0
    const at = async (time: number) => {
      now = time
      return agedCache.get('a', 10, async () => ++made)
    }
    assert.deepEqual([await at(1_000), await at(1_000), await at(1_009)], [1, 1, 1])
    assert.deepEqual([await at(1_010), await at(1_019)], [2, 2])
    assert.deepEqual([await at(1_009), await at(1_009)], [3, 3])
    assert.deepEqual(counters.aged, { hits: 4, misses: 3, entries: 1, bytes: FIXED })
  })

  it('finds a current value only in the state that it was made in', () => {
    const { currentCache: cache, counters } = cachesOf(10_000)
    cache.set('a', stateOf('7', 1_000), 'value', 5)
    assert.equal(cache.get('a', stateOf('7', 1_000)), 'value')
    for (const state of [stateOf('8', 1_000), stateOf('7', 1_001)]) assert.equal(cache.get('a', state), undefined)
    assert.deepEqual(counters.current, { hits: 1, misses: 2, entries: 1, bytes: FIXED + 5 })
    assert.deepEqual([isOfSecond(stateOf('7', 12), 12), isOfSecond(stateOf('7', 12), 2)], [true, false])
  })

  it('has one key for one question', () => {
    const keys = [
      cacheKey('k', { a: 1, b: 2 }),
      cacheKey('k', { a: 1, b: 3 }),
      cacheKey('k', { a: 2 }),
      cacheKey('l', {}),
    ]
    assert.equal(new Set(keys).size, 4)
    assert.equal(cacheKey('k', { a: 1 }), cacheKey('k', { a: 1 }))
  })
})
