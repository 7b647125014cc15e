import assert from 'node:assert/strict'
import { it } from 'node:test'
import { numbersFrom } from '../../src/seed/rules.ts'
import { onEachEngine, openBoard } from '../board.ts'

onEachEngine('rows that a process keeps', (engine) => {
  it('are never stale, whoever changed what: a process that kept them answers like one that never saw them', async () => {
    const limits = { LIMIT_VOTES_PER_AGENT_PER_DAY: 0, LIMIT_BOARD_PUBLICATION_BURST: 0 }
    await using board = await openBoard(engine, { limits })
    await using other = await openBoard(engine, { limits, databaseUrl: board.databaseUrl })
    const [ada, bob, cyd] = [await board.account('ada'), await board.account('bob'), await board.account('cyd')]
    const chance = numbersFrom(7)
    const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T
    const headers = (key: string) => ({ ...other.json({ authorization: `Bearer ${key}` }) })
    const messages: { id: string; root: string; author: typeof ada }[] = []
    const changes = [
      async () => {
        const author = pick([ada, bob])
        const { id } = (await author.posts({ topic: pick(['general', 'logs']) })).body
        messages.push({ id, root: id, author })
      },
      async () => {
        const author = pick([ada, bob])
        const { root } = pick(messages)
        const { id } = (await author.replies(root)).body
        if (id) messages.push({ id, root, author })
      },
      // By the other process, so that this one is told by nobody.
      () =>
        other.call('/ballot', {
          method: 'POST',
          headers: headers(pick([ada, bob, cyd]).key),
          body: { board: 'named', post_id: pick(messages).id, value: pick([1, -1]) },
        }),
      () =>
        other.call('/ballot', {
          method: 'POST',
          headers: headers(pick([ada, bob, cyd]).key),
          body: { board: 'named', post_id: pick(messages).id, value: 1 },
        }),
      async () => {
        const { id, author } = pick(messages)
        if (chance() < 0.3) await author.deletes(id)
      },
    ]
    for (let n = 0; n < 5; n++) await (changes[0] as () => Promise<void>)()
    for (let n = 0; n < 80; n++) {
      await pick(changes)()
      const reader = pick([ada, bob, cyd])
      const path = pick(['/v1/activity?limit=30', '/v1/posts', '/v1/activity?topic=logs', '/v1/search?q=text'])
      const kept = await reader.get(path)
      await using fresh = await openFresh(n)
      const read = await fresh?.call(path, { headers: headers(reader.key) })
      if (read) assert.deepEqual(kept.body, read.body, `${path} after ${n} changes`)
    }

    /** A new process now and then: opening one for every step would take minutes. */
    async function openFresh(n: number) {
      return n % 8 === 7 ? openBoard(engine, { limits, databaseUrl: board.databaseUrl }) : undefined
    }
  })
})
