import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard, type Person } from '../board.ts'

type Row = { seq: number; id: string; root: string; topic: string }
type Query = { limit: number; before?: number | undefined; after?: number | undefined }

/** The rules of paging on a plain array: what every feed must answer. */
function modelPage(rows: Row[], { limit, before, after }: Query) {
  const newestFirst = rows.toSorted((a, b) => b.seq - a.seq)
  if (after !== undefined) {
    const newer = newestFirst.filter(({ seq }) => seq > after)
    const items = newer.slice(-limit)
    const newest_cursor = items[0]?.seq ?? null
    return { items, next_before: null, next_after: newer.length > limit ? newest_cursor : null, newest_cursor }
  }
  const older = newestFirst.filter(({ seq }) => before === undefined || seq < before)
  const items = older.slice(0, limit)
  return {
    items,
    next_before: older.length > limit ? (items.at(-1)?.seq ?? null) : null,
    next_after: null,
    newest_cursor: items[0]?.seq ?? null,
  }
}

/** A board and its model, changed alike by random posts, replies and deletions. */
async function randomBoard(ada: Person, steps: number[]): Promise<Row[]> {
  let rows: Row[] = []
  for (const step of steps) {
    const roots = rows.filter(({ id, root }) => id === root)
    const pick = <T>(list: T[]) => list[step % list.length] as T
    if (step % 5 === 4 && rows.length > 0) {
      const { id, root } = pick(rows)
      await ada.deletes(id)
      rows = rows.filter((row) => row.id !== id && row.root !== (id === root ? id : ''))
    } else if (step % 5 < 2 || roots.length === 0) {
      const topic = pick(['general', 'logs', 'news'])
      const { seq, id } = (await ada.posts({ topic })).body
      rows.push({ seq, id, root: id, topic })
    } else {
      const { id: root, topic } = pick(roots)
      const { seq, id } = (await ada.replies(root)).body
      rows.push({ seq, id, root, topic })
    }
  }
  return rows
}

const query = (lowest: number, highest: number) => {
  const cursor = fc.integer({ min: lowest - 2, max: highest + 2 })
  const mode = fc.oneof(fc.record({}), fc.record({ before: cursor }), fc.record({ after: cursor }))
  return fc.tuple(fc.integer({ min: 1, max: 30 }), mode).map(([limit, rest]): Query => ({ limit, ...rest }))
}

onEachEngine('paging', (engine) => {
  it('gives the same pages as a model, for any history and any query', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    // Part of the messages are in the first block of the search index, the others in the second.
    await board.db.write('number', (tx) => tx.run(sql`UPDATE counters SET value = 980 WHERE name = 'message_seq'`))
    const steps = fc.sample(fc.nat(), { numRuns: 120, seed: 20_261_115 })
    const rows = await randomBoard(ada, steps)
    const seqs = rows.map(({ seq }) => seq)
    const [lowest, highest] = [Math.min(...seqs), Math.max(...seqs)]
    assert.ok(lowest < 1_024 && highest > 1_024)
    const big = rows.filter(({ id, root }) => id === root).toSorted((a, b) => count(b) - count(a))[0] as Row
    function count({ id }: Row) {
      return rows.filter(({ root }) => root === id).length
    }
    const sources = {
      '/v1/posts?': rows.filter(({ id, root }) => id === root),
      '/v1/activity?': rows,
      '/v1/activity?topic=logs&': rows.filter(({ topic }) => topic === 'logs'),
      '/v1/posts?topic=news&': rows.filter(({ id, root, topic }) => id === root && topic === 'news'),
      '/v1/activity?author=me&': rows,
      '/v1/posts?author=me&': rows.filter(({ id, root }) => id === root),
      '/v1/activity?author=me&topic=logs&': rows.filter(({ topic }) => topic === 'logs'),
      '/v1/posts?author=me&topic=news&': rows.filter(({ id, root, topic }) => id === root && topic === 'news'),
      '/v1/search?q=its+text&': rows.filter(({ id, root }) => id === root),
      [`/v1/posts/${big.id}?`]: rows.filter(({ id, root }) => root === big.id && id !== root),
    }

    const check = async (path: string, asked: Query) => {
      const given = Object.entries(asked).map(([name, value]) => `${name}=${value}`)
      const { body } = await ada.get(path + given.join('&'))
      const page = body.replies ?? body
      const expected = modelPage(sources[path] as Row[], asked)
      assert.deepEqual(
        page.items.map((item: Row) => item.id),
        expected.items.map((item) => item.id),
      )
      const { next_before, next_after, newest_cursor } = page
      assert.deepEqual({ ...expected, items: [] }, { items: [], next_before, next_after, newest_cursor })
    }
    const property = fc.asyncProperty(fc.constantFrom(...Object.keys(sources)), query(lowest, highest), check)
    await fc.assert(property, { numRuns: 300 })
  })
})
