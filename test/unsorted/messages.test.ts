import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'
import { codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { injectRaw } from '../setup/raw-requests.ts'
import { asForm, CONFIRM, visitorOn } from '../setup/visitors.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

onEachEngine('the anonymous board', (engine) => {
  it('previews a message without writing anything', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)

    const { status, body } = await assertNothingChanges(board, () =>
      eve.previews({ body: 'Hello, whoever.', request_id: 'a-request-of-eve' }),
    )

    assert.equal(status, 200)
    assert.deepEqual(
      { ...body, ticket: '' },
      {
        body: 'Hello, whoever.',
        reply_to: null,
        request_id: 'a-request-of-eve',
        published: false,
        expires_at: board.now() + 600,
        ticket: '',
        confirm: CONFIRM,
        publish: { method: 'POST', url: `${BASE_URL}/b/publish`, effect: 'public_write' },
      },
    )
    assert.match(body.ticket, /^[\w-]+\.[\w-]{43}$/)
    assert.deepEqual((await eve.get('/b')).body.items, [])
  })

  it('publishes the content of the ticket, and answers with a receipt', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews({ body: 'Hello.' })).body

    const { status, body, headers } = await eve.publishes(ticket)

    assert.equal(status, 201)
    assert.match(body.id, uuid)
    const url = `${BASE_URL}/b/t/${body.id}`
    assert.deepEqual(body, { id: body.id, seq: 1, thread_id: null, url, published: true, replayed: false })
    assert.deepEqual(Object.keys(body), ['id', 'seq', 'thread_id', 'url', 'published', 'replayed'])
    assert.equal(headers['cache-control'], 'private, no-store')
    assert.equal(headers.vary, 'Authorization, X-Agent-Protocol, Accept, Accept-Encoding')
    const item = {
      seq: 1,
      id: body.id,
      thread_id: null,
      body: 'Hello.',
      created_at: board.now(),
      score: 0,
      kind: 'thread',
      root_id: body.id,
      reply_count: 0,
    }
    const page = (await eve.get('/b')).body
    assert.deepEqual(page, { board: 'b', pinned: [], items: [item], next_before: null, content_is_untrusted: true })
    assert.deepEqual(Object.keys(page.items[0] ?? {}), Object.keys(item))
    assert.deepEqual((await eve.get(`/b/t/${body.id}`)).body, {
      board: 'b',
      post: item,
      items: [],
      next_before: null,
      content_is_untrusted: true,
    })
  })

  it('takes JSON and forms, and nothing else', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const ticket = async () => (await eve.previews()).body.ticket as string
    const form = async () => `ticket=${await ticket()}&confirm=${CONFIRM}`

    assert.equal((await eve.send(await form(), asForm)).status, 201)
    assert.equal(
      (await eve.send(await form(), { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' })).status,
      201,
    )
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', '']) {
      const refused = await eve.send(await form(), { 'content-type': type })
      assert.equal(codeOf(refused), '415 JSON_REQUIRED', type)
      assert.match(refused.body.error.message, /or as a form/)
    }
    assert.equal(codeOf(await eve.send(await form(), { 'content-type': 'application/json' })), '400 INVALID_JSON')
    assert.equal(
      codeOf(
        await board.call('/v1/agents', { method: 'POST', headers: { ...board.json(), ...asForm }, body: 'name=ada' }),
      ),
      '415 JSON_REQUIRED',
    )
  })

  it('names the invalid field of a publication', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews()).body
    const json = { 'content-type': 'application/json' }
    const wrong: [unknown, Record<string, string>, Record<string, unknown>][] = [
      [{ confirm: CONFIRM }, json, { field: 'ticket', problem: 'missing' }],
      [{ ticket: 7, confirm: CONFIRM }, json, { field: 'ticket', problem: 'wrong_type', expected: 'string' }],
      [{ ticket }, json, { field: 'confirm', problem: 'missing', allowed: [CONFIRM] }],
      [{ ticket, confirm: 'yes' }, json, { field: 'confirm', problem: 'not_allowed', allowed: [CONFIRM] }],
      [{ ticket, confirm: CONFIRM, body: 'x' }, json, { field: 'body', problem: 'unknown' }],
      [`ticket=${ticket}&confirm=${CONFIRM}&more=1`, asForm, { field: 'more', problem: 'unknown' }],
      [`ticket=${ticket}&confirm=${CONFIRM}&__proto__=1`, asForm, { field: '__proto__', problem: 'unknown' }],
      [`ticket=${ticket}&ticket=${ticket}&confirm=${CONFIRM}`, asForm, { field: 'ticket', problem: 'repeated' }],
      [`ticket=%E0%A4&confirm=${CONFIRM}`, asForm, { field: 'ticket', problem: 'bad_encoding' }],
      [Buffer.from([0x74, 0xff]), asForm, { problem: 'bad_encoding' }],
      ['', asForm, { field: 'ticket', problem: 'missing' }],
    ]
    await assertNothingChanges(board, async () => {
      for (const [body, headers, details] of wrong) {
        const refused = await eve.send(body, headers)
        assert.equal(codeOf(refused), '400 INVALID_FIELD', JSON.stringify(details))
        assert.partialDeepStrictEqual(refused.body.error.details, details)
        assert.equal(refused.body.docs, `${BASE_URL}/unsorted.md`)
      }
      const inQuery = await board.call(`/b/publish?ticket=${ticket}`, {
        method: 'POST',
        headers: json,
        body: { ticket, confirm: CONFIRM },
      })
      assert.partialDeepStrictEqual(inQuery.body.error.details, { field: 'ticket', problem: 'unknown' })
      for (const [type, body] of [
        ['application/json', '{}'.padEnd(16_385)],
        [asForm['content-type'], 'a'.repeat(16_385)],
      ]) {
        const refused = await eve.send(body, { 'content-type': type as string })
        assert.equal(codeOf(refused), '413 BODY_TOO_LARGE')
        assert.equal(refused.body.error.details.max_bytes, 16_384)
      }
    })
  })

  it('never publishes by a GET request', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews()).body
    const query = new URLSearchParams({ ticket, confirm: CONFIRM })

    await assertNothingChanges(board, async () => {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
        const refused = await injectRaw(board, method, `/b/publish?${query}`)
        assert.equal(refused.status, 405, method)
        assert.equal(refused.headers.allow, 'POST')
      }
      assert.equal((await board.call('/b', { method: 'POST', body: {} })).headers.allow, 'GET, HEAD')
    })
  })

  it('attaches replies to threads, never to replies', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const thread = (await eve.says('A thread.')).body.id
    board.passTime(5)

    const { status, body: reply } = await eve.says('A reply.', { reply_to: thread.toUpperCase() })

    assert.equal(status, 201)
    assert.deepEqual([reply.seq, reply.thread_id, reply.url], [2, thread, `${BASE_URL}/b/t/${thread}`])
    const { post, items } = (await eve.get(`/b/t/${thread}`)).body
    assert.deepEqual([post.id, post.kind, post.reply_count], [thread, 'thread', 1])
    assert.deepEqual(items, [
      {
        seq: 2,
        id: reply.id,
        thread_id: thread,
        body: 'A reply.',
        created_at: board.now(),
        score: 0,
        kind: 'reply',
        root_id: thread,
      },
    ])
    const alone = (await eve.get(`/b/t/${reply.id}`)).body
    assert.deepEqual([alone.post.id, alone.items, alone.next_before], [reply.id, [], null])
    assert.deepEqual(
      (await eve.get('/b')).body.items.map(({ id }: { id: string }) => id),
      [reply.id, thread],
    )

    const refused = await eve.previews({ reply_to: reply.id })
    assert.equal(codeOf(refused), '400 ROOT_THREAD_REQUIRED')
    assert.deepEqual(refused.body.error.details, { root_id: thread })
    assert.equal(codeOf(await eve.previews({ reply_to: UNKNOWN_ID })), '404 NOT_FOUND')
    assert.equal(codeOf(await eve.previews({ reply_to: 'a-thread' })), '400 INVALID_ID')
    const named = (await (await board.account('ada')).posts()).body.id
    assert.equal(codeOf(await eve.previews({ reply_to: named })), '404 NOT_FOUND')
  })

  it('checks the thread again when the reply is published', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const thread = (await eve.says()).body.id
    const { ticket } = (await eve.previews({ reply_to: thread })).body
    await board.db.write('an operator', (tx) => tx.run(sql`DELETE FROM unsorted_posts`))

    assert.equal(codeOf(await eve.publishes(ticket)), '404 NOT_FOUND')
    assert.equal((await eve.says()).body.seq, 2, 'a refusal took a sequence number')
  })

  it('keeps text as sent, and refuses what the named board refuses', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const texts = [
      '  spaces  ',
      'a+b&c=d%41',
      'two\nlines\r\nand\ttabs',
      '𝔘nicode é e\u0301 👩‍🚀',
      'x'.repeat(1_200),
      '€'.repeat(400),
      'a\u0001b',
    ]

    for (const text of texts) assert.equal((await eve.says(text)).status, 201, JSON.stringify(text))
    const kept = (await eve.get('/b')).body.items.map(({ body }: { body: string }) => body)
    assert.deepEqual(kept, texts.toReversed())

    const problem = async (body: string) => {
      const { status, body: answer } = await eve.previews({ body })
      return `${status} ${answer.error.code} ${answer.error.details.problem ?? JSON.stringify(answer.error.details)}`
    }
    const tooLarge = (bytes: number) =>
      `413 BODY_TOO_LARGE {"scope":"post_body","max_bytes":1200,"actual_bytes":${bytes}}`
    assert.equal(await problem(''), '400 INVALID_FIELD too_short')
    assert.equal(await problem('x'.repeat(1_201)), tooLarge(1_201))
    assert.equal(await problem('€'.repeat(401)), tooLarge(1_203))
    assert.equal(await problem('a\0b'), '400 INVALID_FIELD not_storable')
    assert.equal(await problem(`my key is brd_${'k'.repeat(43)}`), '400 INVALID_FIELD contains_credential')
    const surrogate = await eve.get('/b/preview?request_id=a-request-of-eve&body=%ED%A0%80')
    assert.deepEqual(surrogate.body.error.details, { field: 'body', problem: 'bad_encoding' })
  })

  it('requires a request id of the form of an Idempotency-Key', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const refused = async (query: string) => (await eve.get(`/b/preview?${query}`)).body.error

    assert.equal((await eve.previews({ request_id: 'x'.repeat(16) })).status, 200)
    assert.equal((await eve.previews({ request_id: 'x'.repeat(128) })).status, 200)
    for (const id of ['x'.repeat(15), 'x'.repeat(129), 'sixteen letters!', '%00'.repeat(16)]) {
      const { code, details, message } = await refused(`body=x&request_id=${id}`)
      const found = [code, details.field, details.min_length, details.max_length]
      assert.deepEqual(found, ['IDEMPOTENCY_KEY_REQUIRED', 'request_id', 16, 128], id)
      assert.match(message, /^Send request_id with 16 to 128 characters/)
      assert.equal(details.pattern, '^[A-Za-z0-9_-]{16,128}$')
    }
    assert.equal((await refused('body=x')).details.problem, 'missing')
    assert.equal((await refused('request_id=a-request-of-eve')).details.field, 'body')
  })

  it('pages through everything and through a thread, twenty at a time', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_PUBLICATION_BURST: 0 } })
    const eve = visitorOn(board)
    const thread = (await eve.says('The thread.')).body.id
    for (let n = 1; n <= 41; n++) await eve.says(`Reply ${n}.`, { reply_to: thread })

    const walk = async (path: string) => {
      const sizes: number[] = []
      const seqs: number[] = []
      let query = ''
      do {
        const { items, next_before } = (await eve.get(path + query)).body
        sizes.push(items.length)
        seqs.push(...items.map(({ seq }: { seq: number }) => seq))
        query = next_before && `?before=${next_before}`
      } while (query)
      return { sizes, seqs }
    }
    const descending = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)
    assert.deepEqual(await walk('/b'), { sizes: [20, 20, 2], seqs: descending(42, 1) })
    assert.deepEqual(await walk(`/b/t/${thread}`), { sizes: [20, 20, 1], seqs: descending(42, 2) })
    assert.equal((await eve.get(`/b/t/${thread}?before=23`)).body.next_before, 3)
    assert.equal(
      (await eve.get(`/b/t/${thread}?before=22`)).body.next_before,
      null,
      'a full page is no reason for another',
    )
    assert.equal((await eve.get(`/b/t/${thread}`)).body.post.reply_count, 41)
  })

  it('refuses every unknown parameter', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { id } = (await eve.says()).body
    const problem = async (path: string) => (await eve.get(path)).body.error

    for (const path of ['/b', `/b/t/${id}`]) {
      for (const name of ['limit', 'after', 'topic', 'q']) {
        const { code, details } = await problem(`${path}?${name}=1`)
        assert.deepEqual([code, details.field, details.problem], ['INVALID_FIELD', name, 'unknown'])
      }
      for (const before of ['0', '-1', 'x', '1.5', ''])
        assert.equal((await problem(`${path}?before=${before}`)).code, 'INVALID_CURSOR', before)
      assert.equal((await problem(`${path}?before=1&before=2`)).details.problem, 'repeated')
    }
    assert.equal((await problem('/b/preview?body=x&request_id=a-request-of-eve&confirm=1')).details.field, 'confirm')
  })

  it('answers unknown paths under /b with the JSON 404, whatever Accept says', async () => {
    await using board = await openBoard(engine)
    for (const path of ['/b/', '/b/nowhere', '/b/t', '/b/t/x/y', '/b//preview', '/b/Preview'])
      for (const accept of ['*/*', 'text/html']) {
        const refused = await board.call(path, { headers: { accept } })
        assert.equal(codeOf(refused), '404 NOT_FOUND', path)
        assert.equal(refused.body.docs, `${BASE_URL}/unsorted.md`)
      }
    for (const id of [UNKNOWN_ID, '', 'x', '%00'])
      assert.equal(codeOf(await board.call(`/b/t/${id}`)), '404 NOT_FOUND', id)
    for (const path of ['/bb', '/B', '/b%2Fpreview'])
      assert.equal(codeOf(await board.call(path)), '404 NOT_FOUND', path)
  })

  it('needs no protocol header, no Accept and no key, and ignores an invalid key', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const headers = { 'x-agent-protocol': 'board/9', accept: 'image/png', authorization: 'Bearer nonsense' }

    assert.equal((await eve.get('/b', headers)).status, 200)
    assert.equal((await eve.get('/b/preview?body=x&request_id=a-request-of-eve', headers)).status, 200)
  })

  it('is not part of the named feeds and search', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { id } = (await visitorOn(board).says('A singular word: xylophone.')).body
    await ada.posts()

    assert.equal((await ada.reads(id)).status, 404)
    assert.deepEqual((await ada.get('/v1/search?q=xylophone')).body.items, [])
    assert.equal((await ada.get('/v1/activity')).body.items.length, 1)
    assert.equal((await ada.posts()).body.seq, 2, 'each board has its own sequence')
    assert.equal((await ada.me()).body.posting_quota.used, 2)
  })
})
