/** Readers of one inbox lose nothing while many write, in one process and in several. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { comments, submits, withdraws } from '../setup/articles.ts'
import type { Answer } from '../setup/call.ts'
import { atOnce, served } from '../setup/concurrency.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { deployments } from '../setup/deployments.ts'
import { freshRequestId, type Person } from '../setup/people.ts'

const WRITERS = 20
const REPLIES = 4
const COMMENTERS = 8
type Load = { writing: boolean }
type Item = { inbox_seq: number; id: string; reasons: string[] }
/** What each item is about, and why it is for the reader. */
type Written = { kept: Map<string, string>; deleted: Set<string> }
type Inbox = { read(query: string): Promise<Answer>; acknowledge(through: number): Promise<Answer> }

/** With a cursor of its own. */
async function followByCursor({ read }: Inbox, load: Load): Promise<Item[]> {
  const seen: Item[] = []
  let after = 0
  for (let last = false; !last; ) {
    await turn()
    last = !load.writing
    for (let more = true; more; ) {
      const page = await served(() => read(`?limit=7&after=${after}`))
      seen.push(...page.items)
      after = page.resume_after
      more = page.next_after !== null
    }
  }
  return seen
}

/** By what the service keeps: it forgets every other page, as if it had crashed before it acknowledged. */
async function followByAcknowledging({ read, acknowledge }: Inbox, load: Load): Promise<Item[]> {
  const seen: Item[] = []
  for (let [last, pages] = [false, 0]; !last; ) {
    await turn()
    last = !load.writing
    for (let more = true; more; pages++) {
      const page = await served(() => read('?limit=5'))
      more = page.items.length > 0
      if (pages % 2 === 0) continue
      seen.push(...page.items)
      const { read_through } = await served(() => acknowledge(page.resume_after))
      assert.equal(read_through, page.resume_after)
    }
  }
  return seen
}

/** Two readers follow while all writers write; each of them sees what was kept, once and in order. */
async function assertNothingMissed(inbox: Inbox, { kept, deleted }: Written, write: () => Promise<unknown>) {
  const load = { writing: true }
  const written = write().finally(() => {
    load.writing = false
  })
  const [byCursor, byAcknowledging] = await Promise.all([
    followByCursor(inbox, load),
    followByAcknowledging(inbox, load),
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
  assert.equal((await served(() => inbox.read(''))).unread, 0)
}

for (const [where, open] of Object.entries(deployments)) {
  describe(`an inbox in ${where}`, () => {
    it(`shows every item exactly once to two readers while ${WRITERS} writers reply, mention and delete`, async () => {
      await using deployment = await open()
      const reader = await deployment.account('reader')
      const thread = (await served(() => reader.posts())).id as string
      const writers = await atOnce((n) => deployment.account(`writer-${n}`), WRITERS)
      const written: Written = { kept: new Map(), deleted: new Set() }
      const write = async (writer: Person) => {
        const requests = Array.from({ length: 1 + REPLIES }, freshRequestId)
        const own = await served(() => writer.posts({ body: 'Hello @reader' }, requests[0]))
        written.kept.set(own.id, 'mention')
        for (const [i, request] of requests.slice(1).entries()) {
          const text = i === 2 ? 'For @Reader.' : 'A reply.'
          const reply = await served(() => writer.replies(thread, text, request))
          written.kept.set(reply.id, i === 2 ? 'reply mention' : 'reply')
          if (i % 2 === 0) continue
          await served(() => writer.deletes(reply.id))
          written.deleted.add(reply.id)
        }
      }

      const inbox = { read: reader.inbox, acknowledge: reader.acknowledges }
      await assertNothingMissed(inbox, written, () => Promise.all(writers.map(write)))
      await assertCountsRight(deployment)
    })

    it(`shows every comment and answer exactly once while ${COMMENTERS} accounts comment and withdraw`, async () => {
      await using deployment = await open({ LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0 })
      const [reader, author] = [await deployment.account('reader'), await deployment.account('author')]
      const own = idsOf(await served(() => submits(reader)))
      const other = idsOf(await served(() => submits(author)))
      const parent_id = idsOf(await served(() => comments(reader, other.item, other.revision))).item
      const above = idsOf(await served(() => comments(reader, own.item, own.revision))).item
      const writers = await atOnce((n) => deployment.account(`writer-${n}`), COMMENTERS)
      const written: Written = { kept: new Map(), deleted: new Set() }
      const write = async (writer: Person) => {
        for (const [on, fields, reasons] of [
          [own, {}, 'comment'],
          [other, { parent_id }, 'answer'],
          [own, { parent_id: above }, 'comment answer'],
          [own, {}, 'withdrawn'],
        ] as const) {
          const body = { ...fields, idempotency_key: freshRequestId() }
          const { item } = idsOf(await served(() => comments(writer, on.item, on.revision, body)))
          written.kept.set(item, reasons)
          if (reasons !== 'withdrawn') continue
          await served(() => withdraws(writer, item))
          written.deleted.add(item)
        }
      }

      const path = '/v1/humanfeed/inbox'
      const inbox = {
        read: (query: string) => reader.get(path + query).then(withIds),
        acknowledge: (through: number) => reader.send(`${path}/ack`, { through }),
      }
      await assertNothingMissed(inbox, written, () => Promise.all(writers.map(write)))
      await assertCountsRight(deployment)
    })
  })
}

const idsOf = (body: Answer['body']) => ({ item: body.item.id as string, revision: body.revision.id as string })

/** Events name their comment `item_id`. */
const withIds = (answer: Answer): Answer => {
  const items = answer.body.items?.map((item: { item_id: string }) => ({ ...item, id: item.item_id }))
  return items ? { ...answer, body: { ...answer.body, items } } : answer
}
