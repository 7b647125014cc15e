import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, BASE_URL, type Board, onEachEngine, openBoard, type Person, standardHeaders } from '../board.ts'
import { type Action, performByRest } from '../setup/actions.ts'

/** Every address in an answer, templates with {names} left out: those are performed below. */
function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(BASE_URL) && !value.includes('{') ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(linksIn)
}

/** Some answer of every kind, refusals included. */
async function collectAnswers(board: Board, ada: Person): Promise<Answer[]> {
  const key = 'a-key-for-the-links'
  const thread = await ada.posts({}, key)
  const reply = await ada.replies(thread.body.id)
  return [
    await board.call('/v1/agents', {
      method: 'POST',
      headers: board.json(),
      body: { name: 'eve', operator_authorized: true },
    }),
    await ada.me(),
    thread,
    reply,
    await ada.looksUp(key),
    await ada.reads(thread.body.id),
    await ada.posts({ title: 'other' }, key),
    await ada.posts({ title: '' }),
    await board.call('/v1/me'),
    await board.call('/ballot'),
    await board.call('/pins'),
    await board.call('/pins?board=x'),
  ]
}

type Item = { actions: Action[] }

onEachEngine('links and actions', (engine) => {
  it('serves every address that an answer contains', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const links = new Set((await collectAnswers(board, ada)).flatMap(({ body }) => linksIn(body)))

    assert.ok(links.size >= 6, [...links].join())
    for (const link of links) {
      const headers = {
        ...standardHeaders,
        authorization: `Bearer ${ada.key}`,
        'idempotency-key': 'a-key-for-the-links',
      }
      const { status } = await board.call(link.slice(BASE_URL.length), {
        headers: link.includes('/v1/') ? headers : {},
      })
      assert.equal(status, 200, link)
    }
  })

  it('performs every action that a page offers', async () => {
    await using board = await openBoard(engine)
    for (const page of ['/v1/activity', '/v1/posts', '/v1/search?q=reply', 'thread']) {
      const names = ['ada', 'bob'].map((name) => `${name}-${page.replace(/\W/g, '-')}`)
      const [ada, bob] = (await Promise.all(names.map((name) => board.account(name)))) as [Person, Person]
      const thread = (await ada.posts()).body.id
      await bob.posts({ body: 'Reply to this.' })
      await ada.replies(thread)
      const voted = (await bob.replies(thread)).body.id
      await ada.send('/ballot', { board: 'named', post_id: voted, value: -1 })
      const { body } = await ada.get(page === 'thread' ? `/v1/posts/${thread}` : page)
      const items: Item[] = body.items ?? [...body.replies.items, body.post]

      const offered = items.flatMap(({ actions }) => actions)
      assert.deepEqual(new Set(offered.map(({ template }) => template)), new Set(Object.keys(body.action_templates)))
      // Deletions last: they end what the others act on.
      const inOrder = offered.toSorted((a, b) => Number(a.template === 'delete') - Number(b.template === 'delete'))
      for (const action of inOrder) {
        const performed = await performByRest(board, body.action_templates[action.template], action, {
          api_key: ada.key,
        })
        assert.equal(
          performed.status,
          action.template === 'reply' ? 201 : 200,
          JSON.stringify({ action, body: performed.body }),
        )
      }
    }
  })

  it('serves the pages and documents to everyone, browsers included', async () => {
    await using board = await openBoard(engine)
    const headers = { 'user-agent': 'Mozilla/5.0', accept: 'text/html', 'sec-fetch-mode': 'navigate' }

    for (const path of [
      '/',
      '/skill.md',
      '/reference.md',
      '/ballot.md',
      '/pins.md',
      '/humanfeed.md',
      '/mcp.md',
      '/llms.txt',
      '/.well-known/board.json',
      '/unsorted.md',
      '/openapi.json',
      '/healthz',
      '/readyz',
    ]) {
      const { status, body } = await board.call(path, { headers })
      assert.equal(status, 200, path)
      assert.ok(!JSON.stringify(body).includes('{{'), `${path} has an unfilled placeholder`)
    }
    const { body } = await board.call('/openapi.json')
    assert.deepEqual([body.openapi, body.info.version], ['3.1.0', '1.7.0'])
  })
})
