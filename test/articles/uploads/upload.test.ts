import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storePictures } from '../../../src/articles/capacity/steps.ts'
import { onEachEngine, openBoard } from '../../board.ts'
import {
  article,
  commentOn,
  commits,
  cut,
  drawing,
  idsIn,
  readsRevision,
  sendsPart,
  startsUpload,
  submits,
  uploads,
} from '../../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges, countAllRows, readAllTables } from '../../setup/contents.ts'

const DAY = 86_400
const route = '/v1/humanfeed/uploads'
const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0, LIMIT_PENDING_ARTICLES_PER_AGENT: 0 }
const large = () => JSON.stringify(article({ blocks: Array(200).fill(article().blocks[0]) }), null, 20)

onEachEngine('an upload', (engine) => {
  it('takes parts in any order and again, and its commit can be repeated', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { announced, parts } = cut(large(), 9_000)

    const started = await startsUpload(ada, announced)
    assert.equal(started.status, 202)
    const { upload_id, ...empty } = started.body
    const expires_at = board.now() + DAY
    assert.deepEqual(empty, {
      received_parts: [],
      received_bytes: 0,
      expected_bytes: announced.expected_bytes,
      expires_at,
    })
    for (const part of parts.toReversed()) await sendsPart(ada, upload_id, part)
    const again = await assertNothingChanges(board, () => sendsPart(ada, upload_id, parts[1]!))
    assert.equal(again.status, 202)
    assert.deepEqual(
      again.body.received_parts,
      parts.map((_, n) => n),
    )
    assert.equal(again.body.received_bytes, announced.expected_bytes)

    const first = await commits(ada, upload_id)
    assert.deepEqual([first.status, first.body.revision_status, first.body.replayed], [202, 'awaiting_votes', false])
    const repeated = await assertNothingChanges(board, () => commits(ada, upload_id))
    assert.deepEqual([repeated.status, repeated.body], [202, { ...first.body, replayed: true }])
    assert.equal((await readsRevision(bob, first.body.revision.id)).body.post.blocks.length, 200)
  })

  it('is the same request as the one that is sent at once, bare or wrapped', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const publication = article()
    const document = JSON.stringify(publication)

    const direct = await ada.send('/v1/humanfeed/posts', publication)
    const uploaded = await uploads(ada, document)
    const { idempotency_key: request_key, ...rest } = publication
    const renamed = await ada.send('/v1/humanfeed/posts', { kind: 'post', publication: { ...rest, request_key } })

    assert.deepEqual(uploaded.body, { ...direct.body, replayed: true })
    assert.deepEqual(renamed.body, uploaded.body)
    const other = await uploads(ada, JSON.stringify({ ...publication, title: 'Another title' }))
    assert.equal(codeOf(other), '409 IDEMPOTENCY_CONFLICT')
  })

  it('may be a revision or a comment', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post, revision } = idsIn(await submits(ada))

    const revised = await uploads(ada, JSON.stringify(article()), { kind: 'post', item_id: post })
    const comment = await uploads(ada, JSON.stringify(commentOn(revision)), { kind: 'comment', post_id: post })

    assert.equal(revised.body.item.id, post)
    assert.deepEqual([comment.body.item.kind, comment.body.item.post_id], ['comment', post])
  })

  it('refuses what does not match, says what to send, and keeps the session', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { announced, parts } = cut(large())
    const [first, second] = parts as [object, object]
    const start = async (fields: object = {}) => (await startsUpload(ada, { ...announced, ...fields })).body.upload_id
    const mismatch = async (answering: Promise<{ body: { error: { code: string; details: object } } }>) => {
      const { code, details } = (await answering).body.error
      assert.equal(code, 'UPLOAD_MISMATCH')
      return details
    }

    const id = await start()
    await sendsPart(ada, id, second)
    await assertNothingChanges(board, async () => {
      assert.deepEqual(await mismatch(commits(ada, id)), {
        problem: 'missing_part',
        first_missing_part: 0,
        received_bytes: 18_000,
        expected_bytes: announced.expected_bytes,
      })
      const altered = { ...second, data: Buffer.from('other bytes').toString('base64') }
      assert.deepEqual(await mismatch(sendsPart(ada, id, altered)), { part_number: 1, problem: 'other_bytes' })
    })
    for (const part of parts) await sendsPart(ada, id, part)
    const surplus = { part_number: parts.length, data: 'AAAA' }
    assert.match(JSON.stringify(await mismatch(sendsPart(ada, id, surplus))), /too_many_bytes/)
    assert.equal((await commits(ada, id)).status, 202)

    const wrongHash = await start({ expected_hash: '0'.repeat(64) })
    for (const part of parts) await sendsPart(ada, wrongHash, part)
    await assertNothingChanges(board, async () =>
      assert.deepEqual(await mismatch(commits(ada, wrongHash)), { problem: 'hash', expected_hash: '0'.repeat(64) }),
    )
    const short = await start({ expected_bytes: announced.expected_bytes + 1 })
    for (const part of parts) await sendsPart(ada, short, part)
    assert.match(
      JSON.stringify(await mismatch(commits(ada, short))),
      new RegExp(`"first_missing_part":${parts.length}`),
    )
    const empty = await start()
    assert.match(JSON.stringify(await mismatch(commits(ada, empty))), /"first_missing_part":0/)
    await sendsPart(ada, empty, first)
  })

  it('says at the first part that parts are numbered from 0', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const fromOne = (parts: { part_number: number; data: string }[]) =>
      parts.map(({ part_number, data }) => ({ part_number: part_number + 1, data }))
    const refused = async (upload_id: string, part: object) => {
      const answer = await assertNothingChanges(board, () => sendsPart(ada, upload_id, part))
      const { details, message } = answer.body.error
      assert.deepEqual(
        [codeOf(answer), details.field, details.problem],
        ['400 INVALID_FIELD', 'part_number', 'not_allowed'],
      )
      assert.match(message, /numbered from 0/)
      return details.max
    }

    const small = cut(JSON.stringify(article()))
    const { upload_id } = (await startsUpload(ada, small.announced)).body
    const [whole] = fromOne(small.parts) as [object]
    assert.equal(await refused(upload_id, whole), 0)
    assert.equal(
      await refused(upload_id, { part_number: small.announced.expected_bytes, data: 'YQ==' }),
      small.announced.expected_bytes - 1,
    )

    const long = cut(large(), 9_000)
    const other = (await startsUpload(ada, long.announced)).body.upload_id
    const shifted = fromOne(long.parts)
    const last = shifted.pop() as object
    const first = await sendsPart(ada, other, shifted[0]!)
    assert.deepEqual([first.status, first.body.received_parts], [202, [1]])
    assert.match(first.body.notice, /numbered from 0.*part 0 has not arrived/)
    for (const part of shifted.slice(1)) assert.equal((await sendsPart(ada, other, part)).status, 202)
    await refused(other, last)

    const right = (await startsUpload(ada, long.announced)).body.upload_id
    for (const part of long.parts.toReversed()) assert.equal((await sendsPart(ada, right, part)).status, 202)
    assert.equal('notice' in (await sendsPart(ada, right, long.parts[0]!)).body, false)
    assert.equal((await commits(ada, right)).status, 202)
  })

  it('names what is wrong with the document, and a corrected one passes', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const syntax = await uploads(ada, '{"title":')
    assert.equal(codeOf(syntax), '400 INVALID_JSON')
    const publication = article()
    const wrapped = await uploads(ada, JSON.stringify({ kind: 'post', publication }))
    assert.equal(codeOf(wrapped), '400 INVALID_FIELD')
    assert.match(JSON.stringify(wrapped.body.error.details.problems), /"path":"publication","problem":"unknown"/)
    const blank = await uploads(ada, JSON.stringify(article({ blocks: [{ type: 'quote', text: ' ' }] })))
    assert.deepEqual(blank.body.error.details.problems, [{ path: 'blocks[0].text', problem: 'blank' }])
    assert.equal((await uploads(ada, JSON.stringify(publication))).status, 202)
  })

  it('belongs to its account, and ends after a day', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { announced, parts } = cut(large())
    const { upload_id } = (await startsUpload(ada, announced)).body

    await assertNothingChanges(board, async () => {
      for (const id of [upload_id, UNKNOWN_ID]) {
        assert.equal(codeOf(await sendsPart(bob, id, parts[0]!)), '404 NOT_FOUND')
        assert.equal(codeOf(await commits(bob, id)), '404 NOT_FOUND')
      }
    })
    board.passTime(DAY - 1)
    for (const part of parts) assert.equal((await sendsPart(ada, upload_id, part)).status, 202)
    board.passTime(1)
    assert.equal(codeOf(await sendsPart(ada, upload_id, parts[0]!)), '404 NOT_FOUND')
    assert.equal(codeOf(await commits(ada, upload_id)), '404 NOT_FOUND')
  })

  it('is one of five: a sixth ends the oldest, also within one second', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { announced, parts } = cut(large())
    const start = async (person = ada) => (await startsUpload(person, announced)).body.upload_id as string
    const foreign = await start(bob)
    const ids = [await start(), await start(), await start(), await start(), await start()]
    const isOpen = async (id: string, person = ada) => (await sendsPart(person, id, parts[0]!)).status === 202

    for (const id of ids) assert.ok(await isOpen(id))
    ids.push(await start())
    assert.deepEqual(await Promise.all(ids.map((id) => isOpen(id))), [false, true, true, true, true, true])
    ids.push(await start())
    assert.deepEqual(await Promise.all(ids.map((id) => isOpen(id))), [false, false, true, true, true, true, true])
    assert.ok(await isOpen(foreign, bob))
  })

  it('refuses what cannot be announced', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { announced } = cut(large())
    const bad: [object, object | undefined][] = [
      [{ ...announced, expected_bytes: 0 }, undefined],
      [{ ...announced, expected_bytes: 4_587_521 }, undefined],
      [{ ...announced, expected_bytes: 1.5 }, undefined],
      [{ ...announced, expected_hash: 'abc' }, undefined],
      [{ ...announced, expected_hash: announced.expected_hash.toUpperCase() }, undefined],
      [announced, { kind: 'video' }],
      [announced, { kind: 'comment' }],
      [announced, { kind: 'comment', item_id: UNKNOWN_ID }],
      [announced, { kind: 'post', post_id: UNKNOWN_ID }],
      [announced, { kind: 'post', item_id: 'x' }],
      [announced, { kind: 'post', title: 'x' }],
      [{ ...announced, colour: 1 }, undefined],
    ]

    await assertNothingChanges(board, async () => {
      for (const [fields, metadata] of bad) {
        const answer = await startsUpload(ada, fields, metadata)
        assert.equal(answer.status, 400, JSON.stringify([fields, metadata]))
      }
    })
    for (const inside of [{ title: 'x' }, { post_id: UNKNOWN_ID }, { kind: 'comment' }])
      assert.match(
        (await startsUpload(ada, announced, { kind: 'post', ...inside })).body.error.message,
        /^metadata must be \{"kind":"post"\}/,
      )
    for (const expected_bytes of [1, 2, 4_587_519, 4_587_520])
      assert.equal((await startsUpload(ada, { ...announced, expected_bytes })).status, 202)
  })

  it('takes parts of 18,000 bytes in requests of 32,768', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { upload_id } = (await startsUpload(ada, { ...cut('x').announced, expected_bytes: 100_000 })).body
    const data = (bytes: number) => Buffer.alloc(bytes, 'x').toString('base64')

    await assertNothingChanges(board, async () => {
      for (const bad of [data(18_001), '', 'AAA', '!!!!', 'AA=A', 7, undefined]) {
        const answer = await sendsPart(ada, upload_id, { part_number: 0, data: bad })
        assert.deepEqual([codeOf(answer), answer.body.error.details.field], ['400 INVALID_FIELD', 'data'])
      }
      for (const part_number of [-1, 0.5, '0', undefined])
        assert.equal(codeOf(await sendsPart(ada, upload_id, { part_number, data: 'AAAA' })), '400 INVALID_FIELD')
      const padded = JSON.stringify({ part_number: 0, data: data(18_000) }).padEnd(32_769)
      assert.equal(codeOf(await sendsPart(ada, upload_id, padded as never)), '413 BODY_TOO_LARGE')
    })
    const whole = JSON.stringify({ part_number: 0, data: data(18_000) }).padEnd(32_768)
    assert.equal((await sendsPart(ada, upload_id, whole as never)).status, 202)
    assert.equal((await sendsPart(ada, upload_id, { part_number: 1, data: data(17_999) })).body.received_bytes, 35_999)
  })

  it('is removed by later writes if it is not finished, and so are pictures without a revision', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const clean = await readAllTables(board)
    const { announced, parts } = cut(large())
    for (let n = 0; n < 5; n++) {
      const { upload_id } = (await startsUpload(ada, announced)).body
      for (const part of parts) await sendsPart(ada, upload_id, part)
    }
    await board.db.write('a picture whose submission was lost', async (tx) => {
      const lost = { hash: 'lost', bytes: 30, parts: ['a', 'b', 'c'].map((part) => Buffer.from(part)) }
      for (const store of storePictures({ assets: [lost] }, board.now(), { limits: { articleStorageMb: 0 } }))
        await store(tx)
    })
    board.passTime(DAY)
    const picture = () => ({ type: 'svg', source: drawing(String(board.now())), description: 'A queue' })

    for (let n = 0; n < 10; n++) {
      board.passTime(1)
      await startsUpload(bob, announced)
      await submits(bob, { blocks: [...article().blocks, picture()] })
    }
    board.passTime(DAY)
    for (let n = 0; n < 3; n++) await startsUpload(bob, announced)

    const rows = await countAllRows(board)
    assert.equal(clean.article_uploads?.length, 0)
    assert.equal(rows.article_upload_parts, 0)
    assert.ok((rows.article_uploads as number) <= 5 + 3, 'only the latest sessions are left')
    assert.equal(rows.article_assets, 10)
    assert.equal(rows.article_asset_parts, 10)
  })

  it('needs its headers and a JSON body like every route', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    assert.equal(codeOf(await ada.send(route, 'x', { 'content-type': 'text/plain' })), '415 JSON_REQUIRED')
    assert.equal(codeOf(await ada.get(route)), '405 METHOD_NOT_ALLOWED')
  })
})
