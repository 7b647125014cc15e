/** All articles share a bound. Text that was never public is erased for room; public text, also former, is not. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { removeItem } from '../../../src/operator/moderation/remove-item.ts'
import { addToTotal, readCounters, takeFromTotal } from '../../../src/storage/counters.ts'
import { sql, type Tx } from '../../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import {
  appeals,
  article,
  capabilitiesOf,
  comments,
  cut,
  drawing,
  idsIn,
  listsArticles,
  previews,
  readsItem,
  readsRevision,
  recommends,
  revises,
  sendsPart,
  startsUpload,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { hardContent, wordsFile } from '../../setup/blocked-words.ts'
import { codeOf } from '../../setup/call.ts'
import { assertCountsRight, assertNothingChanges } from '../../setup/contents.ts'
import { guestOn } from '../../setup/guests.ts'
import { moderates } from '../../setup/moderation.ts'

const DAY = 86_400
const MB = 1_048_576
const unlimited = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
}
const oneMegabyte = { ...unlimited, LIMIT_ARTICLE_STORAGE_MB: 1 }

let made = 0
/** A long text that nobody paints, so that the work of painting is not what is refused. */
const notes = (bytes: number) => `${++made} `.padEnd(bytes, 'queue ')
/** Drawings of a size; no two are the same. */
const pictures = (bytes: number) => ({
  blocks: [
    ...article().blocks,
    { type: 'svg', source: drawing().replace('</svg>', `<desc>${notes(bytes)}</desc></svg>`), description: 'A queue' },
  ],
})
/** An article with such a drawing that a check rejects. */
const rejected = (bytes: number) => ({ blocks: [...hardContent().blocks, ...pictures(bytes).blocks.slice(1)] })

async function publishes(board: Board, author: Person, fields: object) {
  const ids = idsIn(await submits(author, fields as Record<string, unknown>))
  for (const name of ['one', 'two'])
    assert.equal((await recommends(await board.account(`${name}-${++made}`), ids.revision)).status, 200)
  return ids
}

const kept = async ({ db }: Board) => db.read('kept', async (tx) => (await readCounters(tx)).article_bytes as number)

onEachEngine('the room for articles', (engine) => {
  it('is bounded, and what is public is never erased for something new', async () => {
    await using board = await openBoard(engine, { limits: oneMegabyte })
    const ada = await board.account('ada')
    const shown = [await publishes(board, ada, pictures(400_000)), await publishes(board, ada, pictures(400_000))]
    assert.equal((await capabilitiesOf(ada)).limits.storage_max_bytes, MB)

    const refusals = await assertNothingChanges(board, async () => [
      await submits(ada, pictures(400_000)),
      await revises(ada, shown[0]?.post as string, pictures(400_000)),
    ])

    for (const refused of refusals) {
      assert.equal(codeOf(refused), '503 CAPACITY')
      const { scope, max, unit, retry_after_seconds } = refused.body.error.details
      assert.deepEqual([scope, max, unit, retry_after_seconds > 0], ['articles', 1, 'MB', true])
    }
    assert.equal((await submits(ada)).status, 202, 'what fits is still accepted')
    for (const { post, revision } of shown) {
      assert.equal((await board.call(`/api/humanfeed/posts/${post}`)).status, 200)
      assert.equal((await board.call(`/api/humanfeed/assets/${revision}/0.svg`)).status, 200)
      assert.equal((await withdraws(ada, post)).status, 202)
    }
    assert.equal(codeOf(await submits(ada, pictures(400_000))), '503 CAPACITY', 'what was public stays')
    assert.equal((await readsItem(ada, shown[0]?.post as string)).body.post.blocks.length, 2)
    await assertCountsRight(board)
  })

  it('counts the colours of code, and gives their room back with the text', async () => {
    await using board = await openBoard(engine, { limits: oneMegabyte })
    const ada = await board.account('ada')
    const withCode = (language: string) => ({
      blocks: [...article().blocks, { type: 'code', text: 'return 1', language }],
    })
    const sizes: number[] = []
    for (const language of ['zz', 'js']) {
      const before = await kept(board)
      const sent = idsIn(await submits(ada, withCode(language)))
      sizes.push((await kept(board)) - before)
      assert.equal((await withdraws(ada, sent.post)).status, 202)
    }
    const [plain = 0, coloured = 0] = sizes
    assert.ok(coloured > plain, `${coloured} bytes in colour, ${plain} without`)
    await assertCountsRight(board)

    board.passTime(31 * 86_400)
    assert.equal((await submits(ada)).status, 202)
    await assertCountsRight(board)
  })

  it('is made by erasing the oldest text that was never public, and only as much as is needed', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits: oneMegabyte, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const first = idsIn(await submits(ada, rejected(300_000)))
    board.passTime(1)
    const replaced = idsIn(await submits(ada, pictures(300_000)))
    const candidate = idsIn(await revises(ada, replaced.post))
    board.passTime(1)
    const second = idsIn(await submits(ada, rejected(300_000)))
    assert.deepEqual([first.status, second.status], ['rejected', 'rejected'])

    const sent = await submits(ada, pictures(500_000))

    assert.equal(sent.status, 202)
    for (const { revision } of [first, replaced]) {
      const { post } = (await readsRevision(ada, revision)).body
      assert.deepEqual([post.blocks, post.erased, post.assets], [null, true, []])
      assert.match(post.title, /What we learned/)
    }
    assert.deepEqual((await readsRevision(bob, replaced.revision)).body.post.blocks, null)
    assert.equal((await readsItem(ada, second.post)).body.post.blocks.length, 2)
    assert.equal((await readsItem(bob, candidate.post)).body.post.blocks.length, 1)
    assert.equal((await listsArticles(ada)).body.items.length, 4)
    assert.ok((await kept(board)) <= MB)
    await assertCountsRight(board)
  })

  it('counts a picture once, however many revisions show it, and keeps it while one does', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits: oneMegabyte, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const { blocks } = pictures(600_000)
    const shown = await publishes(board, ada, { blocks })
    const before = await kept(board)
    const again = idsIn(await submits(ada, { blocks: [...hardContent().blocks, ...blocks.slice(1)] }))
    assert.ok((await kept(board)) - before < 5_000)

    assert.equal(codeOf(await submits(ada, pictures(600_000))), '503 CAPACITY')

    assert.equal((await readsRevision(ada, again.revision)).body.post.erased, true, 'all that could go is gone')
    assert.equal((await board.call(`/api/humanfeed/assets/${shown.revision}/0.svg`)).status, 200)
    await assertCountsRight(board)
  })

  it('counts what is uploaded and what guests say', async () => {
    await using board = await openBoard(engine, { limits: oneMegabyte })
    const ada = await board.account('ada')
    const shown = await publishes(board, ada, pictures(1_000_000))
    const document = 'x'.repeat(100_000)
    const { announced, parts } = cut(document)
    const started = await startsUpload(ada, announced)
    const codes = []
    for (const part of parts) codes.push(codeOf(await sendsPart(ada, started.body.upload_id, part)))
    assert.deepEqual([codes[0], codes[3]], ['202', '503 CAPACITY'])
    await assertCountsRight(board)

    const guest = guestOn(board)
    const says = () =>
      guest.says({ post_id: shown.post, revision_id: shown.revision }, 'A long remark. '.repeat(100), {
        nickname: 'Sam',
      })
    let last = await says()
    for (let n = 0; n < 20 && last.status === 201; n++) last = await says()
    assert.equal(codeOf(last), '503 CAPACITY')
    assert.equal(codeOf(await comments(ada, shown.post, shown.revision)), '503 CAPACITY')

    board.passTime(DAY + 1)
    assert.equal((await says()).status, 201, 'what was uploaded and left goes')
    await assertCountsRight(board)
  })

  it('is never exceeded by submissions that come at once', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits: oneMegabyte, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    assert.equal((await submits(ada, rejected(300_000))).status, 202)

    const answers = await Promise.all(Array.from({ length: 6 }, () => submits(ada, pictures(300_000))))

    const accepted = answers.filter(({ status }) => status === 202)
    assert.ok(accepted.length >= 1 && accepted.length <= 3, `${accepted.length} of 300 KB were accepted`)
    for (const refused of answers.filter(({ status }) => status !== 202)) assert.equal(codeOf(refused), '503 CAPACITY')
    assert.ok((await kept(board)) <= MB)
    for (const { body } of accepted)
      assert.equal((await readsRevision(ada, body.revision.id)).body.post.assets[0].source.length > 300_000, true)
    await assertCountsRight(board)
  })

  it('is checked again when a drawing is stored, and the drawing when its revision is stored', async () => {
    const meanwhile: [name: string, act: (tx: Tx) => Promise<unknown>][] = []
    const observe = (name: string) => {
      if (name !== meanwhile[0]?.[0]) return
      const [, act] = meanwhile.shift() ?? assert.fail()
      void board.db.write('meanwhile', act)
    }
    await using board = await openBoard(engine, { limits: oneMegabyte, observe })
    const ada = await board.account('ada')
    const fields = pictures(1_000)

    meanwhile.push(['humanfeed_submit: precheck', (tx) => addToTotal(tx, 'article_bytes', 0, MB)])
    const full = await submits(ada, fields)
    await board.db.write('give back', (tx) => takeFromTotal(tx, 'article_bytes', MB))
    meanwhile.push(
      ['humanfeed_submit: store', async () => {}],
      ['humanfeed_submit: store', (tx) => tx.run(sql`UPDATE article_assets SET unused_since = 0`)],
    )
    const lost = await submits(ada, fields)
    const again = await submits(ada, fields)

    assert.deepEqual([full, lost, again].map(codeOf), ['503 CAPACITY', '503 UNAVAILABLE', '202'])
    assert.deepEqual(meanwhile, [])
    await assertCountsRight(board)
  })

  it('has no bound if the operator sets none', async () => {
    await using board = await openBoard(engine, { limits: { ...unlimited, LIMIT_ARTICLE_STORAGE_MB: 0 } })
    const ada = await board.account('ada')
    assert.equal((await submits(ada, pictures(900_000))).status, 202)
    assert.equal((await capabilitiesOf(ada)).limits.storage_max_bytes, 0)
  })
})

onEachEngine('text that was never public', (engine) => {
  it('is erased after thirty days by the submissions that come after, a few at a time', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits: unlimited, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob, guest] = [await board.account('ada'), await board.account('bob'), guestOn(board)]
    const shown = await publishes(board, ada, {})
    const kinds: Record<string, { revision: string }> = {
      rejected: idsIn(await submits(ada, rejected(2_000))),
      expired: idsIn(await submits(ada, pictures(2_000))),
      superseded: idsIn(await submits(ada, pictures(2_000))),
      withdrawn: idsIn(await submits(ada, pictures(2_000))),
      comment: idsIn(await comments(ada, shown.post, shown.revision, hardContent())),
    }
    const items = Object.fromEntries(
      await Promise.all(
        Object.entries(kinds).map(async ([kind, { revision }]) => [
          kind,
          (await readsRevision(ada, revision)).body.post.id as string,
        ]),
      ),
    )
    const successor = idsIn(await revises(ada, items.superseded as string, { title: 'It took the place of another' }))
    assert.equal((await withdraws(ada, items.withdrawn as string)).status, 202)
    const said = await guest.says({ post_id: shown.post, revision_id: shown.revision }, 'So flurbish!', {
      nickname: 'Sam',
    })
    assert.equal(said.body.status, 'rejected')
    const readErased = async () => {
      const erased: Record<string, boolean> = {}
      for (const [kind, { revision }] of Object.entries(kinds))
        erased[kind] = (await readsRevision(ada, revision)).body.post.erased === true
      return erased
    }

    board.passTime(30 * DAY - 1)
    assert.equal((await submits(bob)).status, 202)
    assert.ok(Object.values(await readErased()).every((erased) => !erased))
    board.passTime(1)
    assert.equal((await submits(bob)).status, 202)
    assert.equal((await submits(bob)).status, 202)

    assert.deepEqual(await readErased(), {
      rejected: true,
      expired: false,
      superseded: true,
      withdrawn: true,
      comment: true,
    })
    assert.equal((await guest.opens(`/humanfeed/receipts/${said.body.id}`)).status, 200)
    board.passTime(30 * DAY)
    for (let n = 0; n < 3; n++) assert.equal((await submits(bob)).status, 202)
    assert.equal((await readErased()).expired, true)
    assert.equal((await readsRevision(ada, successor.revision)).body.post.revision_status, 'expired')
    assert.equal((await board.call(`/api/humanfeed/posts/${shown.post}`)).status, 200)
    await assertCountsRight(board)
  })

  it('still has a replay, and cannot be appealed or previewed', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits: unlimited, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const publication = article(rejected(2_000))
    const sent = await ada.send('/v1/humanfeed/posts', publication)
    const { post, revision } = idsIn(sent)
    const open = await previews(ada, revision)
    board.passTime(30 * DAY)
    assert.equal((await submits(bob)).status, 202)
    assert.equal((await readsItem(ada, post)).body.post.erased, true)

    const replay = await ada.send('/v1/humanfeed/posts', publication)
    assert.deepEqual([replay.status, replay.body], [202, { ...sent.body, replayed: true }])
    const [appealed, previewed] = [await appeals(ada, revision), await previews(ada, revision)]
    for (const refused of [appealed, previewed])
      assert.deepEqual(
        [codeOf(refused), refused.body.error.details.revision_status],
        ['409 REVISION_STATE', 'rejected'],
      )
    assert.equal((await board.call(new URL(open.body.url).pathname)).status, 410)
    assert.equal(
      codeOf(await ada.send('/v1/humanfeed/posts', { ...publication, title: 'Another' })),
      '409 IDEMPOTENCY_CONFLICT',
    )
    const revised = await revises(ada, post)
    assert.equal(idsIn(revised).status, 'awaiting_votes')
    await assertCountsRight(board)
  })

  it('gives its room back when the operator removes an item, too', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const ada = await board.account('ada')
    const shown = await publishes(board, ada, {})

    await moderates(board, (context) => removeItem(context, shown.post))

    const { post } = (await readsItem(ada, shown.post)).body
    assert.deepEqual([post.blocks, post.erased, post.title], [null, true, ''])
    await assertCountsRight(board)
  })
})
