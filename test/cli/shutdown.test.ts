/** How a real process ends, and what it leaves in its logs. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, standardHeaders } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { freePort } from '../setup/listening.ts'
import { holdLock } from '../setup/locks.ts'
import { type Person, personWith, signUp } from '../setup/people.ts'
import { connect, noLimits, type Server, startServer } from '../setup/processes.ts'
import { rawRequest } from '../setup/raw-requests.ts'

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

/** Sends a post whole while the lock is held elsewhere, and returns its status when that is over. */
async function beginPost({ url }: Server, key: string) {
  const body = JSON.stringify({ title: 'Begun before the end', body: 'Finished after it was asked to stop.' })
  const headers = {
    ...standardHeaders,
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': body.length,
    'idempotency-key': 'begun-before-the-end',
    expect: '100-continue', // the server's answer to this shows that the request has arrived
  }
  const agent = new Agent({ keepAlive: true })
  const sent = request(`${url}/v1/posts`, { method: 'POST', headers, agent })
  const answered = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
  await new Promise((resolve) => sent.once('continue', resolve).flushHeaders())
  sent.end(body)
  const probe = connect(url)
  await probe.call('/healthz') // sent after the body, so the body has arrived when this is answered
  probe.close()
  return { status: answered.then((response) => response.resume().statusCode) }
}

/** Connections with half of the request line, of the headers and of the body, which all arrived. */
async function sendHalves({ url }: Server, key: string) {
  const { port } = new URL(url)
  const headers = { ...standardHeaders, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const whole = rawRequest('POST /v1/posts', {
    ...headers,
    'content-length': '500',
    'idempotency-key': 'half-a-request',
  })
  const halves = ['GET /v1', whole.subarray(0, 60), Buffer.concat([whole, Buffer.from('{"title":')])]
  const sockets = halves.map((half) => {
    const socket = connectSocket({ port: Number(port), host: '127.0.0.1' }).on('error', () => {})
    socket.write(half)
    return socket.resume()
  })
  const probe = connect(url)
  await probe.call('/healthz')
  probe.close()
  return { close: () => sockets.map((socket) => socket.destroy()) }
}

/** New connections are refused a moment after the stop was logged; until then one may still be answered or cut. */
async function untilRefused({ url }: Pick<Server, 'url'>) {
  for (let tries = 0; tries < 1_000; tries++) {
    const { call, close } = connect(url)
    const answer = await call('/healthz').catch((error: NodeJS.ErrnoException) => error.code)
    close()
    if (answer === 'ECONNREFUSED') return
    await pause(10)
  }
  assert.fail('it still takes new connections')
}

onEachEngine('a server that receives a stop signal', (engine) => {
  it('finishes running requests, accepts no new connections, and has all data after a restart', async () => {
    const database = await freshDatabase(engine)
    await using server = await startServer({ DATABASE_URL: database.url })
    const idle = connect(server.url)
    const ada = await signUp(idle.call, 'ada')
    const { id } = (await ada.posts()).body
    const lock = await holdLock(database.url)
    const running = await beginPost(server, ada.key)

    server.kill('SIGTERM')
    await server.logged('stopping')
    server.kill('SIGTERM') // npm and the terminal both pass an interrupt on
    server.kill('SIGINT')
    await untilRefused(server)
    await lock.release()
    assert.equal(await running.status, 201)
    // The idle connection is still open: had the server waited for it, the exit code would be 1.
    assert.deepEqual(await server.exited, { code: 0, signal: null })
    idle.close()

    await using again = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(again.url)
    const back = personWith(call, ada)
    assert.equal((await back.reads(id)).status, 200)
    assert.equal((await back.me()).body.posting_quota.used, 2)
    close()
    await database.remove()
  })

  it('exits with code 0 when no request is running', async () => {
    const database = await freshDatabase(engine)
    await using server = await startServer({ DATABASE_URL: database.url })

    server.kill('SIGINT')

    assert.deepEqual(await server.exited, { code: 0, signal: null })
    assert.equal(server.written.stderr, '')
    await database.remove()
  })
})

onEachEngine('a half-sent request', (engine) => {
  it('does not delay a stop, which ends with code 0', async () => {
    const database = await freshDatabase(engine)
    await using server = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')
    const halves = await sendHalves(server, ada.key)

    server.kill('SIGTERM')

    assert.deepEqual(await server.exited, { code: 0, signal: null })
    assert.doesNotMatch(server.written.stdout, /still running/)
    halves.close()
    close()
    await database.remove()
  })
})

describe('a copy of the database file after a stop', { skip: !engines.includes('sqlite') }, () => {
  const MESSAGES = 40

  async function postMany(ada: Person) {
    for (let n = 0; n < MESSAGES; n++) assert.equal((await ada.posts()).status, 201)
  }

  /** How many messages there are in copies of these files, opened elsewhere. */
  async function countInCopy(path: string, endings: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'board-copy-'))
    for (const ending of endings) copyFileSync(path + ending, join(folder, `board.db${ending}`))
    const db = await openDatabase(`file:${join(folder, 'board.db')}`)
    const counted = await db.read('test', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM posts`))
    await db.close()
    rmSync(folder, { recursive: true })
    return counted?.n
  }

  it('holds every acknowledged message, whatever clients were doing', async () => {
    const database = await freshDatabase('sqlite')
    const path = sqlitePath(database.url)
    await using server = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')
    await postMany(ada)
    const halves = await sendHalves(server, ada.key)

    server.kill('SIGTERM')
    await server.exited

    assert.equal(await countInCopy(path, ['']), MESSAGES)
    assert.ok(!existsSync(`${path}-wal`))
    halves.close()
    close()
    await database.remove()
  })

  it('needs the write-ahead log too when the disk is full, and the stop says so', { skip: !hasPrlimit }, async () => {
    const database = await freshDatabase('sqlite')
    const path = sqlitePath(database.url)
    await using server = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')
    await postMany(ada)

    await once(spawn('prlimit', ['--pid', String(server.pid), '--fsize=1024']), 'exit')
    const refused = await ada.posts()
    server.kill('SIGTERM')
    const exit = await server.exited

    assert.equal(refused.body.error.code, 'UNAVAILABLE')
    assert.deepEqual(exit, { code: 0, signal: null })
    assert.match(server.written.stdout, /could not be merged.*copy needs these files too/)
    assert.ok(server.written.stdout.includes(JSON.stringify([`${path}-wal`])), server.written.stdout)
    assert.equal(await countInCopy(path, ['', '-wal']), MESSAGES)
    close()
    await database.remove()
  })

  it('and its companions are readable by their owner only, from their first byte', async () => {
    const database = await freshDatabase('sqlite')
    const path = sqlitePath(database.url)
    const before = process.umask(0)
    try {
      const db = await openDatabase(database.url)
      await migrate(db, 0, {})
      const modes = ['', '-wal', '-shm'].map((ending) => (statSync(path + ending).mode & 0o777).toString(8))
      await db.close()
      assert.deepEqual(modes, ['600', '600', '600'])

      // A start that breaks off right after the file was created: there is no moment in which others could read it.
      const broken = join(dirname(path), 'broken.db')
      mkdirSync(`${broken}-journal`)
      mkdirSync(`${broken}-wal`)
      await assert.rejects(openDatabase(`file:${broken}`))
      assert.equal((statSync(broken).mode & 0o777).toString(8), '600')
    } finally {
      process.umask(before)
      await database.remove()
    }
  })
})

describe('npm start', { skip: !engines.includes('sqlite') }, () => {
  it('passes a stop signal on, and leaves no server behind', async () => {
    const database = await freshDatabase('sqlite')
    const port = await freePort()
    const child = spawn('npm', ['start'], {
      env: { PATH: process.env.PATH, HOME: tmpdir(), ...noLimits, PORT: String(port), DATABASE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // so that whatever is left can be ended together
    })
    try {
      await untilWritten(child.stdout, '"msg":"listening"')
      child.kill('SIGTERM')
      await once(child, 'exit')

      await untilRefused({ url: `http://127.0.0.1:${port}` })
    } finally {
      endGroup(child.pid as number)
      await database.remove()
    }
  })
})

function untilWritten(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let written = ''
  return new Promise((resolve, reject) => {
    stream.on('data', (bytes) => {
      written += bytes
      if (written.includes(text)) resolve()
    })
    stream.on('end', () => reject(new Error(`It ended without ${text}: ${written}`)))
  })
}

function endGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}

describe('the log', () => {
  it('holds no key, text, query or address', async () => {
    const database = await freshDatabase('sqlite')
    await using server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'trace', TRUST_PROXY: '1' })
    const { call, close } = connect(server.url)
    const forwarded = { 'x-forwarded-for': '203.0.113.77' }
    const ada = await signUp(
      (path, message) => call(path, { ...message, headers: { ...message?.headers, ...forwarded } }),
      'ada',
    )

    const { id } = (await ada.posts({ body: 'A most peculiar text.' }, 'a-private-request-id')).body
    await ada.posts({ body: 'Another most peculiar text.' }, 'a-private-request-id')
    await ada.reads(id, '?limit=29&surprise=hidden')
    await ada.reads('no-such-thing')
    await call('/v1/me?token=hidden', { headers: { ...standardHeaders, authorization: 'Bearer brd_hidden' } })
    await call('/v1/posts', { method: 'POST', headers: { ...standardHeaders, authorization: `Bearer ${ada.key}` } })
    server.kill('SIGTERM')
    await server.exited

    const log = server.written.stdout + server.written.stderr
    assert.ok(log.split('"msg":"answered"').length - 1 >= 7, 'every answer is logged')
    for (const secret of [ada.key, 'brd_', 'a-private', 'peculiar', 'hidden', 'limit=29', '203.0.113.77', id, 'SECRET'])
      assert.ok(!log.includes(secret), `the log holds ${secret}`)
    close()
    await database.remove()
  })
})
