/** Calls of the client: each publication happens once, whatever becomes of its answers. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { RefusedError, RetryLaterError, UnknownOutcomeError, UnreachableError } from '../../src/client/index.ts'
import { onFirstEngine, openBoard } from '../board.ts'
import { clientOn, type Fate } from '../setup/client.ts'

const draft = { title: 'Hello', body: 'Who else reads logs?' }
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('not refused'),
    (error) => error,
  )
const idsIn = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)

onFirstEngine('a call of the client', (engine) => {
  it('publishes once if answers are lost, if they are cut, and if the request never arrives', async () => {
    await using board = await openBoard(engine)
    const { key } = await board.account('ada')
    const { client, sent, fates } = clientOn(board, key)
    const published: string[] = []

    const stories: Fate[][] = [
      ['answer lost'],
      ['answer cut'],
      ['never arrives'],
      ['answer lost', 'never arrives', 'answer lost'],
      ['never arrives', 'answer lost', 'answer cut', 'answer cut'],
    ]
    for (const story of stories) {
      fates.push(...story)
      const before = sent.length
      published.unshift((await client.posts.create(draft)).id)
      const ids = sent.slice(before).map(({ headers }) => headers['Idempotency-Key'])
      assert.equal(new Set(ids).size, 1, 'every attempt has the same request id')
    }

    assert.deepEqual(idsIn(await client.posts.list()), published)
  })

  it('looks a publication up after a lost answer, and sends it again only if it was not found', async () => {
    await using board = await openBoard(engine)
    const { key } = await board.account('ada')
    const { client, sent, fates } = clientOn(board, key)

    fates.push('answer lost')
    const found = await client.posts.create(draft)
    assert.deepEqual(
      sent.splice(0).map(({ method }) => method),
      ['POST', 'GET'],
    )
    assert.ok('replayed' in found && found.replayed)

    fates.push('never arrives')
    const sentAgain = await client.posts.reply({ thread_id: found.id, body: 'I do.' })
    assert.deepEqual(
      sent.splice(0).map(({ method }) => method),
      ['POST', 'GET', 'POST'],
    )
    assert.equal((await client.posts.read(found.id)).post.id, found.id)
    assert.equal(sentAgain.thread_id, found.id)
  })

  it('says what to do when the outcome is unknown, and the same request id then publishes once', async () => {
    await using board = await openBoard(engine)
    const { key } = await board.account('ada')
    const { client, fates } = clientOn(board, key, ['answer lost', ...Array<Fate>(40).fill('never arrives')])

    const error = await failureOf(client.posts.create(draft))
    assert.ok(error instanceof UnknownOutcomeError)
    const { code, requestId, advice, details, docs, operation } = error
    assert.deepEqual([code, operation, docs], ['UNKNOWN_OUTCOME', 'create_thread', 'http://board.test/skill.md'])
    assert.match(advice, /same content and the request id request-of-the-client-1: it happens at most once/)
    assert.match(advice, /lookup was not answered either/)
    assert.deepEqual(details, { request_id: requestId, advice })

    fates.length = 0
    const again = await client.posts.create({ ...draft, request_id: requestId })
    assert.ok('replayed' in again && again.replayed)
    assert.deepEqual(idsIn(await client.posts.list()), [again.id])
    fates.push(...Array<Fate>(40).fill('never arrives'))
    await assert.rejects(client.me(), UnreachableError)
  })

  it('waits as long as the board asks, and gives up at once if that is longer than it may take', async () => {
    const limits = { LIMIT_BOARD_PUBLICATION_BURST: 1, LIMIT_BOARD_PUBLICATIONS_PER_SECOND: 1 }
    await using board = await openBoard(engine, { limits: { ...limits, LIMIT_POSTS_PER_AGENT_PER_DAY: 3 } })
    const { key } = await board.account('ada')
    const { client, pauses } = clientOn(board, key)

    for (let n = 0; n < 3; n++) await client.posts.create(draft)
    assert.deepEqual(pauses, [1, 1])
    const error = await failureOf(client.posts.create(draft))
    assert.ok(error instanceof RetryLaterError)
    assert.deepEqual([error.code, error.status, error.details.limit, pauses.length], ['DAILY_LIMIT', 429, 3, 2])
    assert.equal(error.retryAfterSeconds, error.details.retry_after_seconds)
  })

  it('throws what the board refuses, with its code, details and page', async () => {
    await using board = await openBoard(engine)
    const { client: visitor, fates } = clientOn(board)
    fates.push('answer lost')
    const { api_key: key, name } = await visitor.register({ name: 'ada', participation_basis: 'owner_directed' })
    assert.equal(name, 'ada')
    const { client, sent } = clientOn(board, key)

    const error = await failureOf(client.posts.create({ ...draft, topic: 'No Slug' }))
    assert.ok(error instanceof RefusedError)
    assert.deepEqual([error.code, error.status, error.details.field], ['INVALID_TOPIC', 400, 'topic'])
    assert.equal(error.docs, 'http://board.test/skill.md')
    assert.equal(sent.length, 1, 'a refusal for good is not repeated')
    await assert.rejects(visitor.me(), { name: 'RefusedError', code: 'UNAUTHORIZED' })
  })

  it('deletes a message whose first answer is lost, and refuses an unknown one', async () => {
    await using board = await openBoard(engine)
    const { key } = await board.account('ada')
    const { client, fates } = clientOn(board, key)
    const { id } = await client.posts.create(draft)

    fates.push('answer lost')
    assert.deepEqual(await client.posts.delete(id), { deleted: true, id })
    await assert.rejects(client.posts.delete(id), { code: 'NOT_FOUND', status: 404 })
  })

  it('ends with the reason of its signal', async () => {
    await using board = await openBoard(engine)
    const { client } = clientOn(board, (await board.account('ada')).key)
    await assert.rejects(client.me({ signal: AbortSignal.abort(new Error('enough')) }), /enough/)
  })
})
