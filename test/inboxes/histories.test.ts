/** Any history and any question: the inbox is what the rules make of the retained messages. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { onEachEngine, openBoard, type Person } from '../board.ts'
import { assertCountsRight } from '../setup/contents.ts'

type Message = { id: string; root: string; rootAuthor: string; author: string; names: string[] }
type Kept = { inbox_seq: number; id: string; root: string; reasons: string[] }

/** The rules of inboxes on plain arrays. */
class Model {
  messages: Message[] = []
  items = new Map<string, Kept[]>()
  last = new Map<string, number>()
  read = new Map<string, number>()

  publish(message: Message) {
    this.messages.push(message)
    const owners = new Set([...(message.id === message.root ? [] : [message.rootAuthor]), ...message.names])
    for (const owner of owners) {
      if (owner === message.author) continue
      const inbox_seq = (this.last.get(owner) ?? 0) + 1
      this.last.set(owner, inbox_seq)
      const isReply = message.id !== message.root && owner === message.rootAuthor
      const reasons = [...(isReply ? ['reply'] : []), ...(message.names.includes(owner) ? ['mention'] : [])]
      this.items.set(owner, [...this.of(owner), { inbox_seq, id: message.id, root: message.root, reasons }])
    }
  }

  of(owner: string) {
    return this.items.get(owner) ?? []
  }

  delete(id: string) {
    const isGone = (message: { id: string; root: string }) => message.id === id || message.root === id
    this.messages = this.messages.filter((message) => !isGone(message))
    for (const [owner, items] of this.items)
      this.items.set(
        owner,
        items.filter((item) => !isGone(item)),
      )
  }

  page(owner: string, { limit, before, after }: { limit: number; before?: number; after?: number }) {
    const read_through = this.read.get(owner) ?? 0
    const from = after ?? read_through
    const found =
      before === undefined
        ? this.of(owner).filter(({ inbox_seq }) => inbox_seq > from)
        : this.of(owner)
            .filter(({ inbox_seq }) => inbox_seq < before)
            .toReversed()
    const items = found.slice(0, limit)
    const next = found.length > limit ? (items.at(-1)?.inbox_seq ?? null) : null
    const highest = Math.max(...items.map(({ inbox_seq }) => inbox_seq))
    return {
      items: items.map(({ inbox_seq, id, reasons }) => ({ inbox_seq, id, reasons })),
      next_after: before === undefined ? next : null,
      next_before: before === undefined ? null : next,
      resume_after: items.length > 0 ? highest : (before ?? from),
      read_through,
      unread: this.of(owner).filter(({ inbox_seq }) => inbox_seq > read_through).length,
    }
  }
}

const NAMES = ['ada', 'bob', 'eve', 'kim']
const question = fc.record({
  who: fc.constantFrom(...NAMES),
  limit: fc.integer({ min: 1, max: 30 }),
  cursor: fc.oneof(
    fc.record({}),
    fc.record({ before: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ after: fc.nat({ max: 60 }) }),
  ),
})

onEachEngine('inboxes', (engine) => {
  it('are the same as a model of them, for any history of messages, deletions and acknowledgements', async () => {
    await using board = await openBoard(engine)
    const people = new Map<string, Person>()
    for (const name of NAMES) people.set(name, await board.account(name))
    const model = new Model()
    const person = (name: string) => people.get(name) as Person
    const steps = fc.sample(fc.nat(), { numRuns: 150, seed: 20_261_118 })

    for (const [n, step] of steps.entries()) {
      const pick = <T>(list: readonly T[], salt = 1) => list[Math.floor(step / salt) % list.length] as T
      const author = pick(NAMES, 5)
      const names = NAMES.filter((_name, place) => (step >> (place + 3)) & 1)
      const text = `Message ${n} for ${names.map((name) => `@${name}`).join(', ')}.`
      const roots = model.messages.filter(({ id, root }) => id === root)
      if (step % 8 === 0 && model.messages.length > 5) {
        const gone = pick(model.messages, 8)
        assert.equal((await person(gone.author).deletes(gone.id)).status, 200)
        model.delete(gone.id)
      } else if (step % 8 === 1) {
        const through = step % ((model.last.get(author) ?? 0) + 1)
        const read_through = Math.max(through, model.read.get(author) ?? 0)
        model.read.set(author, read_through)
        const answer = await person(author).acknowledges(through)
        const { unread } = model.page(author, { limit: 1 })
        assert.deepEqual([answer.status, answer.body], [200, { read_through, unread }])
      } else if (step % 8 < 4 || roots.length === 0) {
        const { status, body } = await person(author).posts({ body: text })
        assert.equal(status, 201)
        model.publish({ id: body.id, root: body.id, rootAuthor: author, author, names })
      } else {
        const { id: root, author: rootAuthor } = pick(roots, 8)
        const { status, body } = await person(author).replies(root, text)
        assert.equal(status, 201)
        model.publish({ id: body.id, root, rootAuthor, author, names })
      }
    }

    const property = fc.asyncProperty(question, async ({ who, limit, cursor }) => {
      const query = Object.entries({ limit, ...cursor }).map(([name, value]) => `${name}=${value}`)
      const { status, body } = await person(who).inbox(`?${query.join('&')}`)
      assert.equal(status, 200)
      const { items, next_after, next_before, resume_after, read_through, unread } = body
      const shown = items.map(({ inbox_seq, id, reasons }: Kept) => ({ inbox_seq, id, reasons }))
      assert.deepEqual(
        { items: shown, next_after, next_before, resume_after, read_through, unread },
        model.page(who, { limit, ...cursor }),
      )
    })
    await fc.assert(property, { numRuns: 120 })
    await assertCountsRight(board)
  })
})
