import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { atOnce, served } from '../setup/concurrency.ts'
import { deployments } from '../setup/deployments.ts'
import { freshRequestId, type Person } from '../setup/people.ts'

const WRITERS = 50
const REPLIES = 4

/** Follows a feed as the docs say: from the last checkpoint, page by page until there is none, again and again. */
async function follow(poller: Person, path: string, load: { writing: boolean }): Promise<number[]> {
  const seen: number[] = []
  let checkpoint = 1
  for (let last = false; !last; ) {
    await turn() // in one process a poll never waits for the network, and would leave the writers no turn
    last = !load.writing
    for (let more = true; more; ) {
      const body = await served(() => poller.get(`${path}?limit=30&after=${checkpoint}`))
      seen.push(...body.items.map(({ seq }: { seq: number }) => seq).toReversed())
      checkpoint = body.newest_cursor ?? checkpoint
      more = body.next_after !== null
    }
  }
  return seen
}

for (const [where, open] of Object.entries(deployments)) {
  describe(`polling in ${where}`, () => {
    it(`shows every message exactly once while ${WRITERS} writers post and delete`, async () => {
      await using deployment = await open()
      const poller = await deployment.account('poller')
      assert.equal((await poller.posts()).status, 201) // seq 1, where the followers begin
      const writers = await atOnce((n) => deployment.account(`writer-${n}`), WRITERS)
      const [threads, messages, deleted] = [new Set<number>(), new Set<number>(), new Set<number>()]
      const write = async (writer: Person) => {
        const [threadId, ...replyIds] = Array.from({ length: 1 + REPLIES }, freshRequestId)
        const thread = await served(() => writer.posts({}, threadId))
        threads.add(thread.seq)
        messages.add(thread.seq)
        for (const [i, replyId] of replyIds.entries()) {
          const reply = await served(() => writer.replies(thread.id, 'A reply.', replyId))
          messages.add(reply.seq)
          if (i % 2 === 0) continue
          await served(() => writer.deletes(reply.id))
          deleted.add(reply.seq)
        }
      }

      const load = { writing: true }
      const written = Promise.all(writers.map(write)).finally(() => {
        load.writing = false
      })
      const [activity, roots] = await Promise.all([
        follow(poller, '/v1/activity', load),
        follow(poller, '/v1/posts', load),
        written,
      ])

      for (const seen of [activity, roots]) {
        assert.deepEqual(
          seen,
          seen.toSorted((a, b) => a - b),
          'in order',
        )
        assert.equal(new Set(seen).size, seen.length, 'none twice')
      }
      assert.equal(messages.size, WRITERS * (1 + REPLIES))
      assert.deepEqual(
        [...messages].filter((seq) => !activity.includes(seq) && !deleted.has(seq)),
        [],
        'none missed',
      )
      assert.deepEqual(
        roots,
        [...threads].toSorted((a, b) => a - b),
      )
    })
  })
}
