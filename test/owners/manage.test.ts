/** A person manages the agents that their browser remembers, or whose key they have. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ROWS_PER_WRITE } from '../../src/storage/unfinished.ts'
import { type Answer, BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import { article, comments, publishedArticle, recommends, revises, submits } from '../setup/articles.ts'
import { UNKNOWN_ID } from '../setup/call.ts'
import { runCommand } from '../setup/commands.ts'
import { connectAs, registerClient, sendForm, tokenWorks } from '../setup/connections.ts'
import { assertNothingChanges, countAllRows } from '../setup/contents.ts'
import { browserOn, hiddenFieldsOf } from '../setup/cookie-browser.ts'
import { assistantWith } from '../setup/mcp.ts'
import { freshRequestId, personWith } from '../setup/people.ts'
import { insertReplies } from '../setup/reply-rows.ts'
import { listUnfinished, transactionsOf } from '../setup/unfinished.ts'

const DAY = 86_400
const made = { agent: 'new', name: 'kestrel', remember: 'yes', write: 'yes' }

const headingOf = ({ body }: Answer) => /<h1>(.*?)<\/h1>/.exec(body)?.[1]
const outcomeOf = ({ body }: Answer) => /role="status"><p>(.*?)<\/p>/.exec(body)?.[1]
const programsOn = ({ body }: Answer) =>
  [...body.matchAll(/<p><strong><bdi>([^<]*)<\/bdi><\/strong> <span class="tag">(reads[^<]*)</g)].map(
    ([, name, may]) => `${name}: ${may}`,
  )
const excerptsOn = ({ body }: Answer) =>
  [...body.matchAll(/class="excerpt" dir="auto">([^<]*)</g)].map(([, text]) => text)

/** A browser in which a program was connected to a new agent that may write. */
async function ownerOn(board: Board, client_name = 'Claude') {
  const browser = browserOn(board)
  const { client_id } = (await registerClient(board, { client_name })).body
  const tokens = await (await browser.opens(client_id)).connects(made)
  const assistant = assistantWith(board, tokens.access_token)
  const { id } = (await assistant.gets('get_my_agent')).agent
  const posts = async (title: string, body = 'Hello.') =>
    (await assistant.gets('create_post', { title, body, request_id: freshRequestId() })).id as string
  return { browser, client_id, tokens, assistant, id, address: `/agents/${id}`, posts }
}

onEachEngine('the agents of a person', (engine) => {
  it('are shown to the browser that remembers them, with programs and messages', async () => {
    await using board = await openBoard(engine)
    const { browser, id, address, posts, client_id, tokens } = await ownerOn(board)
    await posts('A thread', 'Its <b>text</b> & more.')
    board.passTime(2 * DAY)
    await sendForm(board, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id,
    })
    const reader = (await registerClient(board, { client_name: 'A reader' })).body.client_id
    await (await browser.opens(reader)).connects({ agent: `known:${id}` })

    const list = await browser.visits('/agents/')
    const agent = await browser.visits(address)

    assert.match(list.body, /<a href="\/agents\/[^"]+">kestrel<\/a>/)
    assert.match(list.body, /2 programs connected/)
    assert.equal(headingOf(agent), 'kestrel')
    assert.deepEqual(programsOn(agent).sort(), ['A reader: reads only', 'Claude: reads and writes'])
    assert.match(
      agent.body,
      /Answers to assistant\.example · connected since <time[^>]*>15 January 2027<\/time> · last used <time[^>]*>17 January 2027, 12:00 UTC</,
    )
    assert.deepEqual(excerptsOn(agent), ['Its &lt;b&gt;text&lt;/b&gt; &amp; more.'])
    assert.match(agent.body, /read, post, reply and vote, through 1 program</)
    assert.match(agent.body, /on the form, without a key/)
  })

  it('are shown to nobody else', async () => {
    await using board = await openBoard(engine)
    const { address, tokens, posts } = await ownerOn(board)
    const message = await posts('Mine')
    const stranger = browserOn(board)

    const list = await stranger.visits('/agents/')
    assert.match(list.body, /This browser remembers no agent/)
    assert.doesNotMatch(list.body, /kestrel/)
    const authorization = { authorization: `Bearer ${tokens.access_token}` }
    await assertNothingChanges(board, async () => {
      for (const path of [address, `${address}/revoke`, `${address}/forget`, `${address}/messages/${message}/delete`]) {
        const refused = await stranger.visits(path, authorization)
        assert.deepEqual([refused.status, headingOf(refused)], [404, 'There is nothing here'], path)
        assert.doesNotMatch(refused.body, /kestrel/)
      }
      const { csrf } = hiddenFieldsOf(list, '/agents/open')
      for (const action of ['disconnect', 'revoke', 'forget', `messages/${message}/delete`]) {
        const headers = { cookie: stranger.cookie(), origin: BASE_URL, ...authorization }
        const refused = await sendForm(board, `${address}/${action}`, { csrf }, headers)
        assert.equal(refused.status, 404, action)
      }
    })
  })

  it('can be opened with a key, for an hour without a visit and twelve hours in all', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.posts({ title: 'By ada' })
    await connectAs(board, ada)
    const browser = browserOn(board)
    const list = await browser.visits('/agents/')

    const wrong = await browser.submits(list, '/agents/open', { api_key: `brd_${'x'.repeat(43)}` })
    assert.deepEqual([wrong.status, headingOf(wrong)], [400, 'This key is not valid'])
    const agent = await browser.submits(list, '/agents/open', { api_key: ` ${ada.key} ` })
    assert.deepEqual([agent.status, headingOf(agent)], [200, 'ada'])
    assert.match(agent.body, /with an API key/)
    assert.doesNotMatch(agent.body + browser.cookie(), new RegExp(ada.key))
    assert.match((await browser.visits('/agents/')).body, />ada<\/a>/)
    const form = await browser.opens()
    assert.doesNotMatch(form.page, /made in this browser/)

    board.passTime(3_600)
    assert.equal((await browser.visits(`/agents/${ada.id}`)).status, 404)
    await browser.submits(await browser.visits('/agents/'), '/agents/open', { api_key: ada.key })
    for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
      board.passTime(1_800)
      assert.equal((await browser.visits(`/agents/${ada.id}`)).status, 200, String(minutes))
    }
    board.passTime(1_800)
    assert.equal((await browser.visits(`/agents/${ada.id}`)).status, 404)
  })

  it('lose only the program that is disconnected', async () => {
    await using board = await openBoard(engine)
    const { browser, id, address, tokens, client_id } = await ownerOn(board)
    const other = (await registerClient(board, { client_name: 'Other' })).body.client_id
    const kept = await (await browser.opens(other)).connects({ agent: `known:${id}` })
    const again = await (await browser.opens(client_id)).connects({ agent: `known:${id}` })

    const after = await browser.submits(await browser.visits(address), `${address}/disconnect`, { program: client_id })

    assert.match(outcomeOf(after) as string, /^The program is disconnected/)
    assert.deepEqual(programsOn(after), ['Other: reads only'])
    assert.equal(outcomeOf(await browser.visits(address)), undefined)
    for (const { access_token } of [tokens, again]) assert.equal(await tokenWorks(board, access_token), false)
    assert.equal(await tokenWorks(board, kept.access_token), true)
    const refreshed = await sendForm(board, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id,
    })
    assert.equal(refreshed.body.error, 'invalid_grant')
  })

  it('lose no program for a form that names none, whatever it names', async () => {
    await using board = await openBoard(engine)
    const { browser, address, tokens } = await ownerOn(board)

    for (const program of [UNKNOWN_ID, 'a program', '\0']) {
      const after = await browser.submits(await browser.visits(address), `${address}/disconnect`, { program })
      assert.equal(after.status, 200, JSON.stringify(program))
    }

    assert.equal(await tokenWorks(board, tokens.access_token), true)
  })

  it('lose a message only after a question that names the replies that are deleted with it', async () => {
    await using board = await openBoard(engine)
    const { browser, address, posts } = await ownerOn(board)
    const bob = await board.account('bob')
    const [thread, keptThread] = [await posts('To go', 'First line'), await posts('To stay')]
    await bob.replies(thread)
    const question = `${address}/messages/${thread}/delete`

    let asked: Answer | undefined
    await assertNothingChanges(board, async () => {
      asked = await browser.visits(question)
      assert.equal(headingOf(asked), 'Delete this thread?')
      assert.match(asked.body, /1 reply in it will be deleted too/)
      assert.match(asked.body, /This cannot be undone/)
    })
    const after = await browser.submits(asked as Answer, question)

    assert.equal(outcomeOf(after), 'The message is deleted.')
    assert.doesNotMatch(after.body, /To go/)
    assert.equal((await bob.get(`/v1/posts/${thread}`)).status, 404)
    assert.equal((await bob.get(`/v1/posts/${keptThread}`)).status, 200)
    assert.equal((await browser.visits(question)).status, 404)
  })

  it('show their articles and comments with their states, and lose one only after a question', async () => {
    await using board = await openBoard(engine)
    const { browser, id, address, tokens } = await ownerOn(board)
    const kestrel = personWith(board.call, { id, name: 'kestrel', key: tokens.access_token })
    const [bob, eve] = [await board.account('bob'), await board.account('eve')]
    const published = (await submits(kestrel, { title: 'Read & <b>liked</b>' })).body
    for (const reader of [bob, eve]) assert.equal((await recommends(reader, published.revision.id)).status, 200)
    const waiting = (await submits(kestrel, { title: 'Still waiting' })).body
    assert.equal((await recommends(bob, waiting.revision.id)).status, 200)
    const secret = [{ type: 'paragraph', text: `The key is AKIA${'Q7RZ'.repeat(4)}.` }]
    const rejected = (await submits(kestrel, { title: 'Too open', blocks: [...article().blocks, ...secret] })).body
    assert.equal(rejected.revision_status, 'rejected')
    const said = await comments(kestrel, published.item.id, published.revision.id)
    assert.equal(said.status, 202)

    const page = await browser.visits(address)
    const rows = [...page.body.matchAll(/<p class="note">((?:Article|Comment) · .*)<\/p>/g)]
    assert.deepEqual(
      rows.map(([, text]) => text?.replace(/<time.*<\/time> · /, '')),
      [
        'Article · not accepted',
        'Article · waiting with 1 of 2 recommendations',
        'Article · published',
        'Comment · published',
      ],
    )
    const [reason] = /(?<=<ul class="note"><li>).*?(?=<\/li>)/.exec(page.body) ?? []
    assert.equal(reason?.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), rejected.blocking_reasons[0])
    assert.ok(page.body.includes(`<a href="/humanfeed/${published.item.id}">Read &amp; &lt;b&gt;liked&lt;/b&gt;</a>`))
    assert.doesNotMatch(page.body, new RegExp(`items/${rejected.item.id}/withdraw`))

    const question = `${address}/items/${published.item.id}/withdraw`
    let asked: Answer | undefined
    await assertNothingChanges(board, async () => {
      asked = await browser.visits(question)
      assert.equal(headingOf(asked), 'Withdraw this article?')
    })
    const after = await browser.submits(asked as Answer, question)
    assert.equal(outcomeOf(after), 'It is withdrawn. Nobody can read it here any more.')
    assert.match(after.body, /Article · .* · withdrawn/)
    assert.equal((await board.call(`/humanfeed/${published.item.id}`)).status, 410)
    assert.equal((await board.call(`/humanfeed/${waiting.item.id}`)).status, 404)

    const other = (await submits(bob)).body
    const { csrf } = hiddenFieldsOf(await browser.visits('/agents/'), '/agents/open')
    await assertNothingChanges(board, async () => {
      for (const item of [other.item.id, UNKNOWN_ID, 'x']) {
        const path = `${address}/items/${item}/withdraw`
        assert.equal((await browser.visits(path)).status, 404)
        const headers = { cookie: browser.cookie(), origin: BASE_URL }
        assert.equal((await sendForm(board, path, { csrf }, headers)).status, 404)
      }
    })
  })

  it('show what is public beside its newest revision, and what expired as undecided, whoever had to decide', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post_id } = await publishedArticle(board, ada)
    const secret = { type: 'paragraph', text: `The key is AKIA${'Q7RZ'.repeat(4)}.` }
    const revised = await revises(ada, post_id, { blocks: [...article().blocks, secret] })
    assert.equal(revised.body.revision_status, 'rejected')
    await submits(ada)
    board.passTime(30 * DAY)
    const browser = browserOn(board)

    const page = await browser.submits(await browser.visits('/agents/'), '/agents/open', { api_key: ada.key })

    assert.match(page.body, /Article · .* · published; newest revision not accepted</)
    assert.match(page.body, /Article · .* · expired without a decision</)
  })

  it('lose a long thread completely with the first write, and the page answers when all rows are deleted', async () => {
    await using board = await openBoard(engine)
    const { browser, address, posts } = await ownerOn(board)
    const bob = await board.account('bob')
    const thread = await posts('To go')
    await insertReplies(board.db, thread, { replies: 700, authors: 30, withVotes: true })
    const question = `${address}/messages/${thread}/delete`
    const asked = await browser.visits(question)
    const before = { status: 0 }
    const { stage } = board.db
    board.db.stage = async (name, work) => {
      before.status ||= (await bob.reads(thread)).status
      return stage(name, work)
    }

    const writes = await transactionsOf(board, async () =>
      assert.equal(outcomeOf(await browser.submits(asked, question)), 'The message is deleted.'),
    )

    assert.equal(before.status, 404)
    assert.ok(writes.length > 3, `${writes.length} writes`)
    for (const { name, rows } of writes) assert.ok(rows <= 4 * ROWS_PER_WRITE, `${name} took ${rows} rows`)
    assert.deepEqual(await listUnfinished(board), [])
    assert.equal((await countAllRows(board)).posts, 0)
  })

  it('cannot delete what another agent wrote', async () => {
    await using board = await openBoard(engine)
    const { browser, address, posts } = await ownerOn(board)
    await posts('Mine')
    const bob = await board.account('bob')
    const foreign = (await bob.posts()).body.id
    const { csrf } = hiddenFieldsOf(await browser.visits('/agents/'), '/agents/open')

    await assertNothingChanges(board, async () => {
      for (const message of [foreign, UNKNOWN_ID, 'x']) {
        const path = `${address}/messages/${message}/delete`
        assert.equal((await browser.visits(path)).status, 404)
        const headers = { cookie: browser.cookie(), origin: BASE_URL }
        assert.equal((await sendForm(board, path, { csrf }, headers)).status, 404)
      }
    })
  })

  it('end for good when they are revoked, after a question', async () => {
    await using board = await openBoard(engine)
    const { browser, address, tokens, posts } = await ownerOn(board)
    const thread = await posts('It stays')
    const bob = await board.account('bob')

    const asked = await browser.visits(`${address}/revoke`)
    assert.equal(headingOf(asked), 'Revoke kestrel for good?')
    assert.equal(await tokenWorks(board, tokens.access_token), true)
    const after = await browser.submits(asked, `${address}/revoke`)

    assert.match(outcomeOf(after) as string, /^The agent is revoked/)
    assert.match(after.body, /remembers no agent/)
    assert.equal(await tokenWorks(board, tokens.access_token), false)
    assert.equal((await bob.get(`/v1/posts/${thread}`)).status, 200)
    assert.equal((await browser.visits(address)).status, 404)
    const taken = await (await browser.opens()).sends(made)
    assert.match(taken.body, /Somebody has this name already/)
  })

  it('are forgotten by this browser alone, after a question that explains the effect', async () => {
    await using board = await openBoard(engine)
    const { browser, address, tokens } = await ownerOn(board)
    await (await browser.opens()).connects({ ...made, name: 'heron' })
    const ada = await board.account('ada')
    await browser.submits(await browser.visits('/agents/'), '/agents/open', { api_key: ada.key })

    const asked = await browser.visits(`${address}/forget`)
    assert.match(asked.body, /It has no API key/)
    assert.match((await browser.visits(`/agents/${ada.id}/forget`)).body, /manage it again with its API key/)
    const rest = await browser.submits(asked, `${address}/forget`)

    assert.equal(outcomeOf(rest), 'This browser has forgotten the agent.')
    const named = (page: Answer) =>
      [...page.body.matchAll(/<a href="\/agents\/[^"]+">([^<]+)<\/a>/g)].map(([, name]) => name)
    assert.deepEqual(named(rest), ['heron', 'ada'])
    assert.equal(await tokenWorks(board, tokens.access_token), true)
    assert.doesNotMatch((await browser.opens()).page, /kestrel/)
    const last = await browser.submits(await browser.visits(`/agents/${ada.id}/forget`), `/agents/${ada.id}/forget`)
    assert.deepEqual(named(last), ['heron'])
  })

  it('get a new key if the old one is entered, which by default ends together with all connections', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const bob = await board.account('bob')
    const token = await connectAs(board, ada)
    const thief = browserOn(board)
    await thief.submits(await thief.visits('/agents/'), '/agents/open', { api_key: ada.key })
    const owner = browserOn(board)
    await owner.submits(await owner.visits('/agents/'), '/agents/open', { api_key: ada.key })
    const path = `/agents/${ada.id}/key`
    const asked = await owner.visits(path)
    assert.match(asked.body, /whoever does it first has the account/)
    assert.match(asked.body, /value="yes" checked>/)

    await assertNothingChanges(board, async () => {
      for (const api_key of ['', `brd_${'x'.repeat(43)}`, bob.key]) {
        const refused = await owner.submits(asked, path, { api_key, leaked: 'yes' })
        assert.deepEqual([refused.status, headingOf(refused)], [400, 'This key is not valid'])
      }
    })
    const shown = await owner.submits(asked, path, { api_key: ` ${ada.key} ` })
    const key = /brd_[A-Za-z0-9_-]{43}/.exec(shown.body)?.[0] as string

    assert.equal(shown.status, 200)
    assert.match(shown.headers['cache-control'] as string, /no-store/)
    assert.equal((await personWith(board.call, { ...ada, key }).me()).status, 200)
    assert.equal((await ada.me()).status, 401)
    assert.equal(await tokenWorks(board, token), false)
    for (const browser of [thief, owner]) assert.equal((await browser.visits(`/agents/${ada.id}`)).status, 404)
    assert.doesNotMatch((await thief.visits('/agents/')).body, />ada</)
  })

  it('cannot be revoked by a thief who opened them with the old key', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thief = browserOn(board)
    await thief.submits(await thief.visits('/agents/'), '/agents/open', { api_key: ada.key })
    const path = `/agents/${ada.id}/revoke`
    const asked = await thief.visits(path)
    const owner = browserOn(board)
    await owner.submits(await owner.visits('/agents/'), '/agents/open', { api_key: ada.key })
    const form = await owner.visits(`/agents/${ada.id}/key`)

    const shown = await owner.submits(form, `/agents/${ada.id}/key`, { api_key: ada.key, leaked: 'no' })
    const key = /brd_[A-Za-z0-9_-]{43}/.exec(shown.body)?.[0] as string
    assert.equal((await ada.me()).status, 200)
    assert.equal((await personWith(board.call, { ...ada, key }).me()).status, 200)

    await assertNothingChanges(board, async () => {
      assert.equal((await thief.submits(asked, path)).status, 400)
      assert.equal((await thief.submits(form, `/agents/${ada.id}/key`, { api_key: ada.key })).status, 403)
    })
    board.passTime(600)
    assert.equal((await thief.submits(asked, path)).status, 404)
  })

  it('are changed only by a form of this site in this browser', async () => {
    await using board = await openBoard(engine)
    const { browser, address, client_id, posts } = await ownerOn(board)
    const message = await posts('Mine')
    const page = await browser.visits(address)
    const { csrf } = hiddenFieldsOf(page, `${address}/disconnect`) as { csrf: string }
    const other = browserOn(board)
    const foreignCsrf = hiddenFieldsOf(await other.visits('/agents/'), '/agents/open').csrf
    const cookie = browser.cookie()
    const origin = BASE_URL
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{ cookie, origin }, {}],
      [{ cookie, origin }, { csrf: foreignCsrf as string }],
      [{ cookie, origin: 'https://evil.example' }, { csrf }],
      [{ cookie, origin: 'null' }, { csrf }],
      [{ cookie }, { csrf }],
      [{ origin }, { csrf }],
      [{ cookie: other.cookie(), origin }, { csrf }],
      [{ cookie: cookie.replace(/board_owner=[^;]*/, 'board_owner=x.y'), origin }, { csrf }],
    ]

    await assertNothingChanges(board, async () => {
      for (const [headers, fields] of attempts)
        for (const action of ['disconnect', 'revoke', 'forget', `messages/${message}/delete`]) {
          const refused = await sendForm(board, `${address}/${action}`, { program: client_id, ...fields }, headers)
          assert.deepEqual([refused.status, headingOf(refused)], [403, 'Nothing was done'], action)
        }
      board.passTime(3_600)
      const late = await sendForm(board, `${address}/revoke`, { csrf }, { cookie, origin })
      assert.match(late.body, /was open for more than an hour/)
    })
  })

  it('are managed on pages that are never stored, listed or framed', async () => {
    await using board = await openBoard(engine, { env: { BASE_URL: 'https://board.test' } })
    const { headers, status } = await board.call('/agents/')

    assert.equal(status, 200)
    assert.match(headers['content-security-policy'], /default-src 'none'.*frame-ancestors 'none'.*form-action 'self'/)
    assert.doesNotMatch(headers['content-security-policy'], /unsafe|script-src/)
    assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-store', 'noindex, nofollow'])
    assert.match(
      String(headers['set-cookie']),
      /^__Host-board_owner=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const moved = await board.call('/agents')
    assert.deepEqual([moved.status, moved.headers.location], [308, '/agents/'])
  })

  it('are shown as restricted, and can still be cleaned up', async (t) => {
    await using board = await openBoard(engine)
    const { browser, address, posts } = await ownerOn(board)
    const message = await posts('Mine')
    await runCommand(t, board, 'agent', 'restrict', 'kestrel')

    assert.match((await browser.visits('/agents/')).body, /restricted/)
    assert.match((await browser.visits(address)).body, /only read: the operator of this board has restricted it/)
    const question = `${address}/messages/${message}/delete`
    assert.equal(outcomeOf(await browser.submits(await browser.visits(question), question)), 'The message is deleted.')
  })

  it('are shown to one network only up to a rate', async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE: 1 },
    })
    await board.call('/agents/')
    const limited = await board.call('/agents/')
    assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '60'])
    assert.match(limited.body, /Wait 60 seconds/)
  })
})
