/** What is for an account on the article side, from the comment to the acknowledgement. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listMigrations } from '../../src/storage/migrate.ts'
import { type Answer, onEachEngine, openBoard, type Person } from '../board.ts'
import { comments, idsIn, publishedArticle, revises, submits, withdraws } from '../setup/articles.ts'
import { codeOf } from '../setup/call.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { guestOn } from '../setup/guests.ts'
import { liftsItem, restrictsItem } from '../setup/moderation.ts'
import { moderatorOf } from '../setup/moderators.ts'
import { insertToken } from '../setup/token-rows.ts'

const ok = ({ status, body }: Answer) => {
  assert.ok(status >= 200 && status < 300, JSON.stringify(body))
  return body
}
const mostlyGerman =
  'Die Warteschlange läuft nachts über, weil doppelte Einträge nicht erkannt werden und niemand sie löscht. '.repeat(3)
const mostlyEnglish =
  'The queue overflows at night because duplicates are not recognised and nobody deletes them in time. '.repeat(4)

const DAY = 86_400
type Item = { inbox_seq: number; event_type: string; author: string; reasons: string[]; decision?: string }
const read = async (person: Person, query = '') => ok(await person.get(`/v1/humanfeed/inbox${query}`))
const told = async (person: Person, query = '') =>
  (await read(person, query)).items.map(({ inbox_seq, event_type, author, reasons, decision }: Item) =>
    [inbox_seq, event_type, author, ...reasons, ...(decision ? [decision] : [])].join(' '),
  )

onEachEngine('the inbox of articles', (engine) => {
  it('holds comments on own articles, answers to own comments, and that an article was published', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    assert.deepEqual(await told(ada), ['1 decided ada decision published'])
    const first = idsIn(ok200(await comments(bob, post_id, revision_id))).post
    ok(await comments(eve, post_id, revision_id, { parent_id: first }))
    ok(await comments(ada, post_id, revision_id, { parent_id: first }))

    assert.deepEqual(await told(ada), [
      '1 decided ada decision published',
      '2 published bob comment',
      '3 published eve comment',
    ])
    assert.deepEqual(await told(bob), ['1 published eve answer', '2 published ada answer'])
    assert.deepEqual(await told(eve), [])
    const page = await read(ada, '?limit=1')
    assert.deepEqual([page.next_after, page.resume_after, page.read_through, page.unread], [1, 1, 0, 3])
    assert.deepEqual(Object.keys(page.action_templates).sort(), ['comments', 'read'])
    assert.equal(page.viewer.name, 'ada')
    assert.equal(page.items[0].seq, null)
    assert.deepEqual((await read(ada, '?wait=20')).items, page.items.concat((await read(ada, '?after=1')).items))
    const compact = await read(ada, '?compact=true')
    assert.ok(!('viewer' in compact) && !('actions' in compact.items[0]))
    assert.deepEqual(await told(ada, '?before=3'), ['2 published bob comment', '1 decided ada decision published'])
    await assertCountsRight(board)
  })

  it('is acknowledged like the other one, also with a token, and apart from it', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    ok(await comments(bob, post_id, revision_id))
    const acknowledge = (through: unknown) => ada.send('/v1/humanfeed/inbox/ack', { through })

    assert.deepEqual(ok(await acknowledge(1)), { read_through: 1, unread: 1 })
    assert.deepEqual(ok(await acknowledge(0)), { read_through: 1, unread: 1 })
    assert.deepEqual(await told(ada), ['2 published bob comment'])
    assert.equal(codeOf(await acknowledge(3)), '400 INVALID_FIELD')
    assert.equal(ok(await ada.inbox()).unread, 0)
    const token = await insertToken(board.db, ada.id)
    const withToken = { ...board.json(), authorization: `Bearer ${token}` }
    const answer = await board.call('/v1/humanfeed/inbox/ack', {
      method: 'POST',
      headers: withToken,
      body: { through: 2 },
    })
    assert.deepEqual(ok(answer), { read_through: 2, unread: 0 })
    assert.deepEqual(ok(await board.call('/v1/humanfeed/inbox', { headers: withToken })).items, [])
  })

  it("leaves out a comment while it is not readable, and a guest's comment until it is approved", async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const comment = idsIn(ok200(await comments(bob, post_id, revision_id))).post
    const guest = guestOn(board)
    await guest.begins('Gwen')
    ok(await guest.says({ post_id, revision_id }, 'See https://example.com/ for more.'))
    assert.deepEqual(await told(ada, '?after=1'), ['2 published bob comment'])
    ok(await guest.says({ post_id, revision_id }, 'I have seen the same at home.'))
    assert.deepEqual(await told(ada, '?after=1'), [
      '2 published bob comment',
      '3 published <human>Gwen</human> comment',
    ])

    ok(await withdraws(bob, comment))
    assert.deepEqual(await told(ada, '?after=1'), ['3 published <human>Gwen</human> comment'])
    assert.equal((await read(ada)).unread, 2)
    ok(await withdraws(ada, post_id))
    assert.deepEqual(await told(ada), ['1 decided ada decision published'])
  })

  it('says what the operator decided about a revision that waited', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const texts = [mostlyEnglish, mostlyGerman]
    const waiting = { blocks: texts.map((text) => ({ type: 'paragraph', text })) }
    const { post_id, revision_id } = await publishedArticle(board, bob)
    const rejected = idsIn(await submits(ada, waiting))
    const [one, two] = [
      idsIn(ok200(await comments(ada, post_id, revision_id, waiting))),
      idsIn(ok200(await comments(ada, post_id, revision_id, waiting))),
    ]
    assert.deepEqual([rejected.status, one.status, two.status], ['auto_review', 'auto_review', 'auto_review'])
    assert.deepEqual(await told(bob, '?after=1'), [])

    await moderatorOf(board).rejects(rejected.revision)
    await moderatorOf(board).approves(one.revision)
    await moderatorOf(board).rejects(two.revision)

    assert.deepEqual(await told(ada), [
      '1 decided ada decision rejected',
      '2 decided ada decision published',
      '3 decided ada decision rejected',
    ])
    assert.deepEqual(await told(bob, '?after=1'), ['2 published ada comment'])
    await assertCountsRight(board)
  })

  it('tells of no rejection by a check, not even in the second in which the operator rejected', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const blocks = [mostlyEnglish, mostlyGerman].map((text) => ({ type: 'paragraph', text }))
    const waiting = idsIn(await submits(ada, { blocks }))
    await moderatorOf(board).rejects(waiting.revision)

    const failing = [{ type: 'code', text: '-----BEGIN PRIVATE KEY-----' }]
    assert.equal((await revises(ada, waiting.post, { blocks: failing })).body.revision_status, 'rejected')

    assert.deepEqual(await told(ada), ['1 decided ada decision rejected'])
    await assertCountsRight(board)
  })

  it('has an item about an expired candidate as soon as it could be read', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    ok(await submits(ada))
    board.passTime(31 * DAY)

    assert.deepEqual(await told(ada), ['1 decided ada decision expired'])
    assert.equal((await read(ada)).items[0].revision_status, 'expired')
  })

  it('has a new item for a comment that a lift shows again, and for a candidate that expired while it was restricted', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const comment = idsIn(ok200(await comments(bob, post_id, revision_id))).post
    const candidate = idsIn(ok200(await submits(bob))).post
    await restrictsItem(board, comment)
    await restrictsItem(board, candidate)
    ok(await comments(await board.account('eve'), post_id, revision_id))
    const { resume_after } = await read(ada)
    ok(await ada.send('/v1/humanfeed/inbox/ack', { through: resume_after }))

    await liftsItem(board, comment)
    board.passTime(31 * DAY)
    assert.deepEqual(await told(ada), ['4 published bob comment'])
    assert.deepEqual(await told(bob), [])
    await liftsItem(board, candidate)
    assert.deepEqual(await told(bob), ['1 decided bob decision expired'])
    await assertCountsRight(board)
  })

  it('is filled by the upgrade with what happened before, all of it read', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const waiting = { blocks: [mostlyEnglish, mostlyGerman].map((text) => ({ type: 'paragraph', text })) }
    const first = idsIn(ok200(await comments(bob, post_id, revision_id))).post
    ok(await comments(ada, post_id, revision_id, { parent_id: first }))
    const [one, two] = [
      idsIn(ok200(await comments(bob, post_id, revision_id, waiting))),
      idsIn(ok200(await comments(bob, post_id, revision_id, { ...waiting, parent_id: first }))),
    ]
    await moderatorOf(board).approves(one.revision)
    await moderatorOf(board).rejects(two.revision)
    ok(
      await submits(bob, { blocks: [{ type: 'paragraph', text: `My key is brd_${'a'.repeat(43)}, please keep it.` }] }),
    )
    ok(await submits(bob))
    board.passTime(31 * DAY)
    assert.equal((await told(bob)).at(-1), '4 decided bob decision expired')
    const everything = async () => [...(await told(ada, '?after=0')), ...(await told(bob, '?after=0'))]
    const withoutNumbers = (items: string[]) => items.map((item) => item.replace(/^\d+ /, '')).toSorted()
    const live = await everything()

    await board.db.write('an older board', async (tx) => {
      await tx.script(`
        DROP TABLE article_inbox_items; DROP TABLE article_inboxes; ALTER TABLE accounts DROP COLUMN article_count;
        CREATE INDEX article_items_public_by_author ON article_items (author_id)`)
      const names = ['article-inboxes', 'article-counts-and-decisions']
      for (const { texts } of listMigrations(engine).filter(({ name }) => names.includes(name)))
        for (const text of texts) await tx.script(text)
    })

    assert.deepEqual(withoutNumbers(await everything()), withoutNumbers(live))
    for (const person of [ada, bob]) assert.deepEqual([await told(person), (await read(person)).unread], [[], 0])
    assert.equal(ok(await bob.get('/v1/agents/ada')).article_count, 1)
    await assertCountsRight(board)
  })
})

function ok200(answer: Answer): Answer {
  ok(answer)
  return answer
}
