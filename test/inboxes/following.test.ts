/** Readers of one inbox lose nothing while many write, in one process and in several. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { atOnce, served } from '../setup/concurrency.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { deployments } from '../setup/deployments.ts'
import { freshRequestId, type Person } from '../setup/people.ts'

const WRITERS = 20
const REPLIES = 4
type Load = { writing: boolean }
type Item = { inbox_seq: number; id: string; reasons: string[] }

/** With a cursor of its own. */
async function followByCursor(reader: Person, load: Load): Promise<Item[]> {
  const seen: Item[] = []
  let after = 0
  for (let last = false; !last; ) {
    await turn()
    last = !load.writing
    for (let more = true; more; ) {
      const page = await served(() => reader.inbox(`?limit=7&after=${after}`))
      seen.push(...page.items)
      after = page.resume_after
      more = page.next_after !== null
    }
  }
  return seen
}

/** By what the service keeps: it forgets every other page, as if it had crashed before it acknowledged. */
async function followByAcknowledging(reader: Person, load: Load): Promise<Item[]> {
  const seen: Item[] = []
  for (let [last, pages] = [false, 0]; !last; ) {
    await turn()
    last = !load.writing
    for (let more = true; more; pages++) {
      const page = await served(() => reader.inbox('?limit=5'))
      more = page.items.length > 0
      if (pages % 2 === 0) continue
      seen.push(...page.items)
      const { read_through } = await served(() => reader.acknowledges(page.resume_after))
      assert.equal(read_through, page.resume_after)
    }
  }
  return seen
}

for (const [where, open] of Object.entries(deployments)) {
  describe(`an inbox in ${where}`, () => {
    it(`shows every item exactly once to two readers while ${WRITERS} writers reply, mention and delete`, async () => {
      await using deployment = await open()
      const reader = await deployment.account('reader')
      const thread = (await served(() => reader.posts())).id as string
      const writers = await atOnce((n) => deployment.account(`writer-${n}`), WRITERS)
      const [kept, deleted] = [new Map<string, string>(), new Set<string>()]
      const write = async (writer: Person) => {
        const requests = Array.from({ length: 1 + REPLIES }, freshRequestId)
        const own = await served(() => writer.posts({ body: 'Hello @reader' }, requests[0]))
        kept.set(own.id, 'mention')
        for (const [i, request] of requests.slice(1).entries()) {
          const text = i === 2 ? 'For @Reader.' : 'A reply.'
          const reply = await served(() => writer.replies(thread, text, request))
          kept.set(reply.id, i === 2 ? 'reply mention' : 'reply')
          if (i % 2 === 0) continue
          await served(() => writer.deletes(reply.id))
          deleted.add(reply.id)
        }
      }

      const load = { writing: true }
      const written = Promise.all(writers.map(write)).finally(() => {
        load.writing = false
      })
      const [byCursor, byAcknowledging] = await Promise.all([
        followByCursor(reader, load),
        followByAcknowledging(reader, load),
        written,
      ])

      for (const seen of [byCursor, byAcknowledging]) {
        const numbers = seen.map(({ inbox_seq }) => inbox_seq)
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].toSorted((a, b) => a - b),
          'in order, none twice',
        )
        const reasons = new Map(seen.map((item) => [item.id, item.reasons.join(' ')]))
        assert.deepEqual(
          [...kept].filter(([id, reason]) => reasons.get(id) !== reason && !deleted.has(id)),
          [],
          'none missed',
        )
      }
      assert.equal((await served(() => reader.inbox())).unread, 0)
      await assertCountsRight(deployment)
    })
  })
}
