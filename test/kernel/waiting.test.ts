/** Calls that wait for items instead of asking again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { Waiting, type WaitingOperation, type WaitingParts, type WaitRequest } from '../../src/kernel/waiting.ts'
import type { Database } from '../../src/storage/sql.ts'
import { type Answer, type Board, onEachEngine, openBoard, type Person, standardHeaders } from '../board.ts'
import { submits } from '../setup/articles.ts'
import { connectAs } from '../setup/connections.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { listen } from '../setup/listening.ts'
import { personWith } from '../setup/people.ts'
import { insertToken } from '../setup/token-rows.ts'

const limits = { LIMIT_BOARD_PUBLICATION_BURST: 0 }

const waitingOn = ({ app }: Board) => app.counted().waitingCalls

/** Only ends a test that hangs. */
async function until(isTrue: () => boolean, what: string) {
  for (let n = 0; !isTrue(); n++) {
    assert.ok(n < 12_000, what)
    await pause(5)
  }
}

/** Begins a call that waits, and returns when it does; its answer comes later. */
async function begins(board: Board, reader: Person, path: string): Promise<{ answer: Promise<Answer> }> {
  const before = waitingOn(board)
  const answer = reader.get(path)
  await until(() => waitingOn(board) === before + 1, `${path} waits`)
  return { answer }
}

/** A function that resolves after a whole look at the calls that wait; the next one may have begun already. */
function looksOf({ db }: Board) {
  const { version } = db
  let looks = 0
  db.version = () => {
    looks++
    return version()
  }
  return async () => {
    const before = looks
    await until(() => looks > before + 1, 'it looks again')
  }
}

const idsIn = ({ body }: Answer) => body.items.map(({ id }: { id: string }) => id)

onEachEngine('a call that waits', (engine) => {
  it('is answered as soon as there is something, on every feed and in the inbox', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const first = (await ada.posts()).body
    const paths = [
      '/v1/posts?after=1&wait=50',
      '/v1/activity?after=1&wait=50',
      '/v1/activity?after=1&wait=50&topic=logs',
    ]
    const calls = []
    for (const path of paths) {
      const empty = await ada.get(path.replace('&wait=50', '')) // from now on the board has it in its cache
      assert.deepEqual(empty.body.items, [])
      calls.push(await begins(board, ada, path))
    }

    const next = (await bob.posts({ topic: 'logs' })).body
    for (const { answer } of calls) assert.deepEqual(idsIn(await answer), [next.id])

    for (const path of ['/v1/inbox?wait=50', '/v1/inbox?after=1&wait=50']) {
      const mine = await begins(board, ada, path)
      const reply = (await bob.replies(first.id)).body
      assert.ok(idsIn(await mine.answer).includes(reply.id), path)
      const { resume_after } = (await ada.get('/v1/inbox')).body
      assert.equal((await ada.send('/v1/inbox/ack', { through: resume_after })).status, 200)
    }

    assert.equal((await submits(bob)).status, 202)
    const events = await begins(board, ada, '/v1/humanfeed/activity?after=1&wait=50')
    assert.equal((await submits(bob)).status, 202)
    assert.equal((await events.answer).body.items.length, 1)
    assert.equal(waitingOn(board), 0)
  })

  it('is answered at once when there is something already, or with wait=0', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    for (let n = 0; n < 2; n++) assert.equal((await ada.posts()).status, 201)

    assert.equal((await ada.get('/v1/activity?after=1&wait=50')).body.items.length, 1)
    assert.deepEqual((await ada.get('/v1/activity?after=2&wait=0')).body.items, [])
  })

  it('is answered with an empty page when the time has passed', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const calls = [
      await begins(board, ada, '/v1/activity?after=9&wait=20'),
      await begins(board, ada, '/v1/inbox?wait=20'),
    ]

    board.passTime(20)

    for (const { answer } of calls) {
      const { status, body, headers } = await answer
      assert.deepEqual([status, body.items, headers['retry-after']], [200, [], undefined])
    }
  })

  it('is not woken by items that its page does not show', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await bob.posts()).body
    const kept = [
      await begins(board, ada, '/v1/activity?after=1&wait=50&topic=logs'),
      await begins(board, ada, '/v1/posts?after=1&wait=50'),
      await begins(board, ada, '/v1/inbox?wait=50'),
      await begins(board, ada, '/v1/activity?after=1&wait=50&author=me&compact=true'),
    ]
    assert.equal((await ada.get('/v1/activity?after=1&wait=50&author=nobody-here')).status, 404)

    const other = await begins(board, bob, '/v1/activity?after=1&wait=50')
    const reply = (await bob.replies(thread.id)).body
    assert.deepEqual(idsIn(await other.answer), [reply.id])
    assert.equal((await submits(bob)).status, 202)
    const again = await begins(board, bob, '/v1/activity?after=2&wait=50')
    assert.equal((await bob.deletes(reply.id)).status, 200)
    assert.equal((await bob.posts({ topic: 'other' }, 'another-topic-0001')).status, 201)
    assert.equal((await again.answer).body.items.length, 1)
    await kept[1]?.answer // the new thread

    assert.equal(waitingOn(board), 3)
    board.passTime(50)
    for (const { answer } of [kept[0], kept[2], kept[3]] as { answer: Promise<Answer> }[])
      assert.deepEqual((await answer).body.items, [])
  })

  it('ends with 401 when its key or connection ends', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const token = await connectAs(board, eve)
    const assistant = personWith(board.call, { ...eve, key: token })
    const calls = [
      await begins(board, ada, '/v1/activity?after=9&wait=50'),
      await begins(board, bob, '/v1/inbox?wait=50'),
      await begins(board, assistant, '/v1/humanfeed/activity?after=9&wait=50'),
    ]
    // Credentials are looked at once a second at most: after each write comes a second in which nobody has looked.
    assert.equal((await ada.revokes()).status, 200)
    board.passTime(1)
    assert.equal((await calls[0]?.answer)?.status, 401)
    assert.equal((await bob.send('/v1/me/key', { leaked: true })).status, 200)
    board.passTime(1)
    assert.equal((await calls[1]?.answer)?.status, 401)
    assert.equal((await eve.send('/v1/me/key', { leaked: true })).status, 200)
    board.passTime(1)
    assert.equal((await calls[2]?.answer)?.status, 401)
  })

  it('ends with 401 when its token expires, also if nothing is written', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const token = await insertToken(board.db, ada.id, ['board:read'], { expiresAt: board.now() + 20 })
    const assistant = personWith(board.call, { ...ada, key: token })
    const anotherLook = looksOf(board)
    const { answer } = await begins(board, assistant, '/v1/humanfeed/inbox?wait=50')
    await anotherLook()

    board.passTime(20)
    await until(() => waitingOn(board) === 0, 'it ends before its own time')
    assert.equal((await answer).status, 401)
  })

  it('ends in time although the clock is set back', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const anotherLook = looksOf(board)
    const { answer } = await begins(board, ada, '/v1/inbox?wait=50')
    await anotherLook()
    board.passTime(-3_600)
    await anotherLook()

    board.passTime(50)
    await until(() => waitingOn(board) === 0, 'it ends')
    assert.deepEqual((await answer).body.items, [])
  })

  it('is one of four of its account, whatever its credentials; a fifth is answered at once', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const calls = []
    for (let n = 0; n < 4; n++) calls.push(await begins(board, ada, '/v1/activity?after=9&wait=50'))

    const anotherWay = personWith(board.call, { ...ada, key: await connectAs(board, ada) })
    const byToken = anotherWay.get('/v1/humanfeed/activity?after=9&wait=50')
    const fifth = await ada.get('/v1/activity?after=9&wait=50')
    calls.push(await begins(board, bob, '/v1/activity?after=9&wait=50'))

    assert.deepEqual([fifth.status, fifth.body.items, fifth.headers['retry-after']], [200, [], '60'])
    board.passTime(50)
    for (const { answer } of calls) assert.equal((await answer).status, 200)
    assert.equal((await byToken).headers['retry-after'], '60')
    assert.deepEqual(board.app.counted().waits, { ready: 0, over: 5, ended: 0, full: 2, gone: 0 })
  })

  it('is woken by a write of another process', async () => {
    await using board = await openBoard(engine, { limits })
    await using other = await openBoard(engine, { limits, databaseUrl: board.databaseUrl })
    const ada = await board.account('ada')
    const { answer } = await begins(board, ada, '/v1/activity?after=9&wait=50')
    assert.equal((await ada.posts()).status, 201)

    const there = personWith(other.call, ada)
    for (let n = 0; n < 10; n++) assert.equal((await there.posts()).status, 201)

    assert.ok(idsIn(await answer).length > 0)
  })

  it('shares one query with all other calls of its kind', async () => {
    await using board = await openBoard(engine, { limits })
    const people = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const { db } = board
    const { read, version } = db
    let asked = 0
    const inOneLook: number[] = []
    db.version = () => {
      inOneLook.push(asked)
      asked = 0
      return version()
    }
    db.read = (name, work) => {
      asked += Number(name.endsWith(': wait'))
      return read(name, work)
    }
    const calls = []
    for (const person of people)
      for (let n = 0; n < 3; n++) calls.push(await begins(board, person, '/v1/inbox?wait=50'))
    for (const name of ['ada', 'bob', 'eve'])
      assert.equal((await people[0]?.posts({ body: `For @${name}` }))?.status, 201)
    assert.equal((await people[1]?.posts({ body: 'For @ada' }))?.status, 201)

    for (const { answer } of calls) assert.equal((await answer).body.items.length > 0, true)
    Object.assign(db, { read, version })
    assert.equal(Math.max(...inOneLook), 1)
  })

  it('is refused with before, without a cursor on a feed, and for longer than 50 seconds', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    await assertNothingChanges(board, async () => {
      for (const [path = '', accepted] of [
        ['/v1/activity?wait=5', 'with after'],
        ['/v1/posts?before=3&wait=5', 'with after'],
        ['/v1/humanfeed/activity?wait=5', 'with after'],
        ['/v1/inbox?before=3&wait=5', 'without before'],
        ['/v1/inbox?wait=51'],
        ['/v1/activity?after=1&wait=-1'],
        ['/v1/activity?after=1&wait=soon'],
      ]) {
        const { status, body } = await ada.get(path)
        const { field, accepted: told } = body.error.details
        assert.deepEqual([status, body.error.code, field, told], [400, 'INVALID_FIELD', 'wait', accepted], path)
      }
    })
  })

  it('is answered at once when the service stops, and ends when its caller disconnects', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const { url } = await listen(board)
    const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
    const gone = new AbortController()
    const left = fetch(`${url}/v1/activity?after=9&wait=50`, { headers, signal: gone.signal }).catch(() => 'left')
    await until(() => waitingOn(board) === 1, 'a call waits')
    gone.abort()
    assert.equal(await left, 'left')
    await until(() => waitingOn(board) === 0, 'nobody waits')

    const stopped = fetch(`${url}/v1/activity?after=9&wait=50`, { headers })
    await until(() => waitingOn(board) === 1, 'a call waits')
    const closing = board.app.server.close()
    const answer = await stopped
    assert.deepEqual([answer.status, ((await answer.json()) as Answer['body']).items], [200, []])
    await closing
  })

  it('takes no place in work, and continues when a place is free', async () => {
    await using board = await openBoard(engine, { limits, bounds: { working: 1 } })
    const ada = await board.account('ada')
    const { url } = await listen(board)
    const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
    const ask = (path: string) => fetch(url + path, { headers })
    const waiting = [1, 2, 3].map(() => ask('/v1/activity?after=9&wait=50'))
    await until(() => waitingOn(board) === 3, 'three wait')

    assert.equal((await ask('/v1/me')).status, 200)
    for (let n = 0; n < 10; n++) assert.equal((await ada.posts()).status, 201)

    for (const answer of await Promise.all(waiting))
      assert.ok(((await answer.json()) as Answer['body']).items.length > 0)
    assert.equal((await ask('/v1/me')).status, 200)
  })
})

/** Calls that wait on a database that the test plays. */
const waitingWith = (version: () => Promise<string>, newest: () => number, parts: Partial<WaitingParts> = {}) => {
  const db = { version, read: async (_name: string, work: (tx: never) => unknown) => work({} as never) }
  const waiting = new Waiting({
    db: db as unknown as Database,
    clock: { now: () => 0 },
    findLive: async (_tx, credentials) => new Set(credentials),
    report: assert.fail,
    ...parts,
  })
  const findNewest: WaitingOperation['waits']['findNewest'] = async (_tx, questions) => {
    assert.ok(questions.length <= 250, 'a statement asks for 250 questions at most')
    return questions.map(newest)
  }
  const op = { name: 'x', waits: { question: () => [], findNewest } }
  const call = (n: number, given: Partial<WaitRequest> = {}): WaitRequest => ({
    op,
    question: [],
    after: 0,
    seconds: 50,
    account: String(n),
    credential: String(n),
    onGone: () => {},
    ...given,
  })
  return { waiting, call }
}

it('a process lets 2,000 calls wait, and answers one more at once', async () => {
  const { waiting, call } = waitingWith(
    async () => '1',
    () => 0,
  )
  const waits = Array.from({ length: 2_000 }, (_, n) => waiting.until(call(n)))
  assert.equal(await waiting.until(call(2_001)), 'full')
  waiting.stop()
  assert.deepEqual(new Set(await Promise.all(waits)), new Set(['over']))
})

it('a call is woken although the one before it left during a look that a write had asked to be repeated', async () => {
  const [looking, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let newest = 0
  const { waiting, call } = waitingWith(
    async () => {
      looking.resolve()
      await answered.promise
      return String(newest)
    },
    () => newest,
  )
  let leave = () => {}
  const first = waiting.until(
    call(1, {
      onGone(end) {
        leave = end
      },
    }),
  )
  await looking.promise
  waiting.noteWrite()
  leave()
  answered.resolve()
  assert.equal(await first, 'gone')
  await turn() // the look ends, and nobody waits

  const second = waiting.until(call(2))
  newest = 1
  waiting.noteWrite()
  assert.equal(await Promise.race([second, pause(60_000, 'never', { ref: false })]), 'ready')
  waiting.stop()
})

it('an account may wait four times again after its calls have ended, and after a stop nobody waits', async () => {
  let newest = 0
  const { waiting, call } = waitingWith(
    async () => String(newest),
    () => newest,
  )
  for (let round = 1; round <= 5; round++) {
    const four = [1, 2, 3, 4].map((n) => waiting.until(call(n, { account: 'ada', after: newest })))
    assert.equal(await waiting.until(call(5, { account: 'ada' })), 'full')
    newest++
    waiting.noteWrite()
    assert.deepEqual(await Promise.all(four), Array(4).fill('ready'))
  }
  assert.deepEqual(waiting.ended, { ready: 20, over: 0, ended: 0, full: 5, gone: 0 })
  waiting.stop()
  assert.equal(await waiting.until(call(1)), 'over')
  assert.equal(waiting.size, 0)
})

it('hundreds of calls with questions of their own are answered, a part of them at a time', async () => {
  let newest = 0
  const asked: number[] = []
  const { waiting, call } = waitingWith(
    async () => String(newest),
    () => newest,
    {
      async findLive(_tx, credentials) {
        asked.push(credentials.length)
        return new Set(credentials.filter((credential) => credential !== '333'))
      },
    },
  )
  const waits = Array.from({ length: 600 }, (_, n) => waiting.until(call(n, { question: [String(n)] })))
  newest = 1
  waiting.noteWrite()
  const outcomes = await Promise.all(waits)
  assert.deepEqual(
    outcomes.flatMap((outcome, n) => (outcome === 'ready' ? [] : [[n, outcome]])),
    [[333, 'ended']],
  )
  assert.deepEqual([asked.length > 0, Math.max(...asked)], [true, 250])
  waiting.stop()
})

it('a call ends at its time, and no earlier, while the database fails, and others are answered when it is back', async () => {
  let [now, isBroken, newest] = [0, true, 0]
  let reported = Promise.withResolvers<unknown>()
  const { waiting, call } = waitingWith(
    async () => {
      if (isBroken) throw new Error('broken on purpose')
      return String(newest)
    },
    () => newest,
    { clock: { now: () => now }, report: (error) => reported.resolve(error) },
  )
  async function look() {
    reported = Promise.withResolvers()
    waiting.noteWrite()
    assert.match(String(await reported.promise), /broken on purpose/)
    await turn()
  }
  const [short, long] = [waiting.until(call(1, { seconds: 5 })), waiting.until(call(2, { seconds: 9 }))]
  now = 4
  await look()
  assert.equal(waiting.size, 2)
  now = 5
  await look()
  assert.deepEqual([waiting.size, await short], [1, 'over'])
  isBroken = false
  newest = 1
  waiting.noteWrite()
  assert.equal(await long, 'ready')
  waiting.stop()
})
