import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seededRandom } from '../../src/seed/rules.ts'
import { onEachEngine, openBoard, type Person } from '../board.ts'
import { personWith } from '../setup/people.ts'

const CHANGES = 80
const pages = ['/v1/activity?limit=30', '/v1/posts', '/v1/activity?topic=logs', '/v1/search?q=text']

onEachEngine('the cache of a process', (engine) => {
  it('is never stale: after every change each reader gets from it what a new process reads from the database', async () => {
    const limits = { LIMIT_VOTES_PER_AGENT_PER_DAY: 0, LIMIT_BOARD_PUBLICATION_BURST: 0 }
    await using board = await openBoard(engine, { limits })
    await using other = await openBoard(engine, { limits, databaseUrl: board.databaseUrl })
    const people = [await board.account('ada'), await board.account('bob'), await board.account('cyd')]
    const [ada, bob] = people as [Person, Person]
    const random = seededRandom(7)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const messages: { id: string; root: string; author: Person }[] = []

    const publish = async () => {
      const author = pick([ada, bob])
      const { id } = (await author.posts({ topic: pick(['general', 'logs']) })).body
      messages.push({ id, root: id, author })
    }
    const reply = async () => {
      const author = pick([ada, bob])
      const { root } = pick(messages)
      const { id } = (await author.replies(root)).body
      if (id) messages.push({ id, root, author })
    }
    /** Through the other process, so that the first one takes no part in the change. */
    const voteElsewhere = () => personWith(other.call, pick(people)).votes(pick(messages).id, pick([1, 1, -1]))
    const remove = async () => {
      const { id, author } = pick(messages)
      if (random() < 0.3) await author.deletes(id)
    }
    const assertFresh = async (when: string) => {
      await using fresh = await openBoard(engine, { limits, databaseUrl: board.databaseUrl })
      for (const reader of people) {
        for (const path of [...pages, `/v1/posts/${pick(messages).root}`]) {
          const cached = await reader.get(path)
          const read = await personWith(fresh.call, reader).get(path)
          assert.deepEqual([cached.status, cached.body], [read.status, read.body], `${path} for ${reader.name} ${when}`)
        }
      }
    }

    for (let n = 0; n < 5; n++) await publish()
    for (let n = 1; n <= CHANGES; n++) {
      await pick([publish, reply, voteElsewhere, voteElsewhere, remove])()
      await assertFresh(`after ${n} changes`)
    }
  })
})
