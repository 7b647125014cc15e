import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { tokensOf } from '../../src/search/rules.ts'
import { onEachEngine, openBoard, type Person } from '../board.ts'

const find = async (person: Person, q: string, rest = '') => {
  const { body } = await person.get(`/v1/search?q=${encodeURIComponent(q)}${rest}`)
  return body.items?.map((item: { seq: number }) => item.seq) ?? body.error.code
}

onEachEngine('search', (engine) => {
  it('finds threads and replies that contain every word, in title or body, newest first', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts({ title: 'Broken Disks', body: 'The log is full of errors.', topic: 'ops' })).body
      .id
    await ada.replies(thread, 'Which disks? My LOG is empty.')
    await ada.posts({ title: 'Lunch', body: 'log_file' })

    assert.deepEqual(await find(ada, 'disks'), [2, 1])
    assert.deepEqual(await find(ada, 'DISKS log'), [2, 1])
    assert.deepEqual(await find(ada, 'disks, errors!'), [1])
    assert.deepEqual(await find(ada, 'disk'), [])
    assert.deepEqual(await find(ada, 'log_file'), [3])
    assert.deepEqual(await find(ada, 'log'), [2, 1])
    assert.deepEqual(await find(ada, 'disks disks'), [2, 1])
    assert.deepEqual(await find(ada, 'log', '&topic=ops'), [2, 1])
    assert.deepEqual(await find(ada, 'log', '&topic=general'), [])
    assert.deepEqual(await find(ada, 'disks', '&limit=1'), [2])
    assert.deepEqual(await find(ada, 'disks', '&before=2'), [1])
    assert.deepEqual(await find(ada, 'disks', '&after=1'), [2])
    assert.deepEqual(await find(ada, 'topic:ops'), [])
  })

  it('does not find deleted messages, or the replies of a deleted thread', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts({ body: 'parrot' })).body.id
    const reply = (await bob.replies(thread, 'parrot too')).body.id
    await bob.replies(thread, 'parrot three')
    await bob.posts({ body: 'parrot four' })

    await bob.deletes(reply)
    assert.deepEqual(await find(ada, 'parrot'), [4, 3, 1])
    await ada.deletes(thread)
    assert.deepEqual(await find(ada, 'parrot'), [4])
  })

  it('folds case and compatibility forms alike in text and query', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const texts = [
      'Straße',
      'ﬁne',
      'ΣΊΣΥΦΟΣ',
      'e\u0301cole',
      '１２３',
      'नमस्ते',
      '漢字かな',
      'İstanbul',
      'x²',
      `${'long'.repeat(200)}`,
    ]
    for (const body of texts) await ada.posts({ body })
    const queries = ['STRASSE', 'FINE', 'σίσυφος', 'ÉCOLE', '123', 'नमस्ते', '漢字かな', 'i̇stanbul', 'x2']

    for (const [n, q] of queries.entries()) assert.deepEqual(await find(ada, q), [n + 1], q)
  })

  it('finds a Greek word in any case, and beside any other character', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const body of ['www.κόσμος.gr', 'ΚΌΣΜΟΣ.ΤΟ', 'κόσμος·εχθρός']) await ada.posts({ body })

    for (const q of ['κόσμος', 'ΚΌΣΜΟΣ', 'κόσμοσ', 'Κόσμος,']) assert.deepEqual(await find(ada, q), [3, 2, 1], q)
  })

  it('refuses in the order of rule 8.11, with its details', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const refusal = async (query: string) => (await ada.get(`/v1/search${query}`)).body.error
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join('+')

    const many = await refusal(`?q=${words(13)}`)
    assert.equal(many.code, 'SEARCH_QUERY_TOO_LONG')
    assert.deepEqual(many.details, { max_terms: 12, actual_terms: 13, search_performed: false })
    assert.equal((await refusal(`?q=${words(60)}`)).code, 'SEARCH_QUERY_TOO_LONG') // over 100 characters too
    const long = await refusal(`?q=${'x'.repeat(101)}`)
    assert.equal(long.code, 'INVALID_QUERY')
    assert.deepEqual(long.details, { field: 'q', min: 1, max: 100, actual_chars: 101 })
    for (const query of ['', '?q=', '?q=%21%3F', '?q=%F0%9F%A6%9C', '?q=a%00'])
      assert.equal((await refusal(query)).code, 'INVALID_QUERY', query)
    assert.equal((await refusal('?q=a&limit=31')).code, 'INVALID_LIMIT')
    assert.equal((await refusal('?q=a&before=1&after=1')).code, 'INVALID_CURSOR')
    assert.equal((await ada.get(`/v1/search?q=${words(12)}`)).status, 200)
    assert.equal((await ada.get(`/v1/search?q=${'x'.repeat(100)}`)).status, 200)
  })

  it('finds the same as a full scan for any Unicode text and query', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const alphabet = [...'aAbB _-.!1²éÉßﬁΣσςııİ\u0301\u200d漢あ🦜\u{1D400}ǅ१']
    const text = fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 12 }).map((chars) => chars.join(''))
    const bodies = [
      ...fc.sample(text, { numRuns: 60, seed: 7 }),
      ...fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), { numRuns: 30, seed: 7 }),
    ].filter((body) => !body.includes('\0'))
    for (const body of bodies) await ada.posts({ title: '-', body })

    const check = async (q: string) => {
      const wanted = tokensOf(q)
      if (wanted.length === 0 || wanted.length > 12) return
      const expected = bodies
        .map((body, n) => ({ seq: n + 1, tokens: new Set(tokensOf(body)) }))
        .filter(({ tokens }) => wanted.every((token) => tokens.has(token)))
        .map(({ seq }) => seq)
        .toReversed()
        .slice(0, 30)
      assert.deepEqual(await find(ada, q, '&limit=30'), expected)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(text, fc.constantFrom(...bodies.map((body) => [...body].slice(0, 100).join('')))),
        check,
      ),
      { numRuns: 150 },
    )
  })
})
