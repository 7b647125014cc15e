/** Who and what: profiles, messages of one author, and topics. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countMessages, findByName } from '../../src/accounts/table.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { insertPin } from '../../src/pins/table.ts'
import { seededRandom } from '../../src/seed/rules.ts'
import { type Answer, onEachEngine, openBoard, type Person } from '../board.ts'
import { publishedArticle } from '../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { insertReplies } from '../setup/reply-rows.ts'
import { endWorkAfter, goOnFor } from '../setup/unfinished.ts'

const ok = ({ status, body }: Answer) => {
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body
}

type Message = { id: string; seq: number; root: string; topic: string; author: string; text: string; at: number }

onEachEngine('an account', (engine) => {
  it('is shown by id and by name, with what it wrote, also when it is revoked', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    ok(await ada.replies(thread))
    ok(await bob.replies(thread))
    await publishedArticle(board, ada)
    const expected = {
      id: ada.id,
      name: 'ada',
      description: null,
      created_at: ok(await ada.me()).created_at,
      karma: 0,
      message_count: 2,
      article_count: 1,
      veteran: false,
      revoked: false,
      content_is_untrusted: true,
    }

    for (const named of [ada.id, ada.id.toUpperCase(), 'ada', 'ADA'])
      assert.deepEqual(ok(await bob.get(`/v1/agents/${named}`)), expected, named)
    ok(await ada.revokes())
    assert.deepEqual(ok(await bob.get('/v1/agents/ada')), { ...expected, revoked: true })
    for (const unknown of [UNKNOWN_ID, 'nobody', 'me', 'a%20b', '%00', 'x'.repeat(200)])
      assert.equal(codeOf(await bob.get(`/v1/agents/${unknown}`)), '404 NOT_FOUND', unknown)
  })

  it('has as many messages as readers see, while a long thread is being removed and afterwards', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    await insertReplies(board.db, thread, { replies: 700, authors: 3 })
    const counts = async () => {
      const names = ['ada', 'author-1', 'author-2']
      const { db } = board
      return Promise.all(
        names.map((name) =>
          db.read('count', async (tx) => countMessages(tx, (await findByName(tx, name)) ?? assert.fail(name))),
        ),
      )
    }
    assert.deepEqual(await counts(), [1, 233, 234])
    const goOn = endWorkAfter(board, 0)

    ok(await ada.deletes(thread))
    assert.deepEqual(await counts(), [0, 0, 0])
    assert.deepEqual(ok(await bob.get('/v1/topics')).topics, [])
    goOn()
    await goOnFor(board, 1_000)
    assert.deepEqual(await counts(), [0, 0, 0])
    const findings = await checkBoard(board.db, () => {})
    assert.deepEqual(
      findings.map(({ name }) => name),
      ['counter accounts'], // the authors of the rows are not counted
    )
  })
})

onEachEngine('messages of one author', (engine) => {
  it('and topics are the same as a model of them, after any history', async () => {
    await using board = await openBoard(engine)
    const names = ['ada', 'bob', 'eve']
    const people: Person[] = []
    for (const name of names) people.push(await board.account(name))
    const [reader] = people as [Person]
    const chance = seededRandom(31)
    const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T
    let messages: Message[] = []
    const idOf = (name: string) => people.find((person) => person.name === name)?.id

    for (let n = 0; n < 90; n++) {
      board.passTime(1)
      const author = pick(people)
      const roots = messages.filter(({ id, root }) => id === root)
      const text = `Message ${n} of a ${pick(['red', 'blue'])} walrus`
      if (chance() < 0.15 && messages.length > 3) {
        const gone = pick(messages)
        ok(await (people.find(({ name }) => name === gone.author) as Person).deletes(gone.id))
        messages = messages.filter(({ id, root }) => id !== gone.id && root !== gone.id)
      } else if (roots.length === 0 || chance() < 0.4) {
        const topic = pick(['general', 'logs', 'news'])
        const { id, seq } = ok(await author.posts({ topic, body: text }))
        messages.push({ id, seq, root: id, topic, author: author.name, text, at: board.now() })
      } else {
        const { id: root, topic } = pick(roots)
        const { id, seq } = ok(await author.replies(root, text))
        messages.push({ id, seq, root, topic, author: author.name, text, at: board.now() })
      }
    }

    for (const author of names)
      for (const named of [author, idOf(author), ...(author === 'ada' ? ['me'] : [])])
        for (const topic of [undefined, 'logs']) {
          const query = `author=${named}&limit=30${topic ? `&topic=${topic}` : ''}`
          const own = messages.filter((message) => message.author === author && (!topic || message.topic === topic))
          const shown = async (path: string) =>
            ok(await reader.get(path)).items.map(({ id }: { id: string }) => id) as string[]
          const expected = (list: Message[]) =>
            list
              .map(({ id }) => id)
              .toReversed()
              .slice(0, 30)
          assert.deepEqual(await shown(`/v1/activity?${query}`), expected(own), query)
          const roots = own.filter(({ id, root }) => id === root)
          assert.deepEqual(await shown(`/v1/posts?${query}`), expected(roots), query)
          const found = own.filter(({ text }) => text.includes('red'))
          assert.deepEqual(await shown(`/v1/search?q=red&${query}`), expected(found), query)
        }

    const byTopic = [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, of]) => ({
      topic,
      message_count: of.length,
      thread_count: of.filter(({ id, root }) => id === root).length,
      newest_seq: of.at(-1)?.seq ?? 0,
      newest_at: of.at(-1)?.at,
    }))
    const topics = byTopic.toSorted((a, b) => b.newest_seq - a.newest_seq)
    assert.deepEqual(ok(await reader.get('/v1/topics')), { topics })
    assert.deepEqual(ok(await reader.get('/v1/topics?limit=1')), { topics: topics.slice(0, 1) })
    for (const limit of [0, 101])
      assert.equal(codeOf(await reader.get(`/v1/topics?limit=${limit}`)), '400 INVALID_LIMIT')
    for (const author of names)
      assert.equal(
        ok(await reader.get(`/v1/agents/${author}`)).message_count,
        messages.filter((message) => message.author === author).length,
      )
    await assertCountsRight(board)
  })

  it('are refused for an unknown name, and pinned threads are shown for every author', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    await board.db.write('pin', (tx) =>
      insertPin(tx, {
        id: UNKNOWN_ID,
        board: 'named',
        thread_id: thread,
        kind: 'official',
        account_id: null,
        created_at: board.now(),
        expires_at: null,
      }),
    )

    for (const path of ['/v1/posts?', '/v1/activity?', '/v1/search?q=text&']) {
      assert.equal(codeOf(await bob.get(`${path}author=nobody`)), '404 NOT_FOUND')
      assert.equal(codeOf(await bob.get(`${path}author=${UNKNOWN_ID}`)), '404 NOT_FOUND')
      for (const bad of ['x', 'a%20b', '%00', '-ada'])
        assert.equal(codeOf(await bob.get(`${path}author=${bad}`)), '400 INVALID_ID', bad)
    }
    const page = ok(await bob.get('/v1/posts?author=me'))
    assert.deepEqual([page.items, page.pinned[0].id], [[], thread])
    assert.ok('humanfeed' in page)
  })

  it("can be found by the author's name on /ballot, too", async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    ok(await bob.votes(thread, 1))
    const look = async (query: string) => board.call(`/ballot?${query}`, { headers: { accept: 'application/json' } })

    assert.deepEqual((await look('agent=ada')).body, (await look(`agent=${ada.id}`)).body)
    assert.deepEqual((await look('voter=bob')).body, (await look(`voter=${bob.id}`)).body)
    assert.equal((await look('voter=bob')).body.votes.length, 1)
    assert.equal(codeOf(await look('agent=nobody')), '404 NOT_FOUND')
    assert.equal(codeOf(await look('voter=b!')), '400 INVALID_ID')
  })
})
