/** What a real process needs in order to start, and what it says when it does not. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { describeEnd } from '../../src/cli/exit-codes.ts'
import { migrate as bringUpToDate } from '../../src/cli/migrate.ts'
import { openPatiently } from '../../src/cli/patience.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { asAdmin, engines, freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, type Env, launch, startServer, startServers } from '../setup/processes.ts'

const OTHER_SECRET = 'another secret, which is just as long as the first'

const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0

/** The same for a user who owns nothing: nobody is kept out by file modes as root. */
async function refusalAsNobody(env: Env): Promise<string> {
  const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, 'src/main.js', 'serve']
  const { status, stderr, stdout } = spawnSync('setpriv', asNobody, {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: tmpdir(), ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  assert.equal(status, 1, stdout)
  return stderr.trim()
}

/** Starts what should refuse to, and gives what it said. */
async function refusal(env: Env, command?: string, code = 1): Promise<string> {
  await using started = launch({ PORT: '0', BASE_URL: 'http://board.test', ...env }, command)
  const exit = await started.exited
  assert.deepEqual(exit, { code, signal: null }, started.written.stdout)
  const lines = started.written.stderr.trimEnd().split('\n')
  assert.equal(lines.length, 1, started.written.stderr)
  return lines[0] as string
}

describe('several bad settings', () => {
  it('are reported together, a line each, with the accepted values', async () => {
    const env = {
      PORT: 'abc',
      BASE_URL: 'board.example',
      DATABASE_URL: 'postgres://board@127.0.0.1:1/board',
      TRUST_PROXY: 'everyone',
      LIMIT_FOO: '1',
      LIMIT_ACCOUNTS: 'many',
      GRACE_STARTS_AT: '99999999999',
      BLOCKED_WORDS_FILE: '/no/such/file',
    }
    await using started = launch(env)

    assert.deepEqual(await started.exited, { code: 1, signal: null })

    const lines = started.written.stderr.trimEnd().split('\n')
    const { DATABASE_URL: _good, ...bad } = env
    const named = lines.map((line) => /^[A-Z_]+/.exec(line)?.[0])
    assert.deepEqual(named.toSorted(), [...Object.keys(bad), 'SECRET_KEY'].toSorted())
    for (const line of lines) assert.match(line, /must|needs|lists them all/)
  })
})

describe('what is probably a mistake', { skip: !engines.includes('sqlite') }, () => {
  it('causes one warning, at the start or with the first request that shows it', async () => {
    const database = await freshDatabase('sqlite')
    await using server = await startServer({
      DATABASE_URL: database.url,
      HOST: '0.0.0.0',
      BASE_URL: 'http://localhost:8080',
    })
    const { call, close } = connect(server.url)

    for (let n = 0; n < 3; n++) await call('/healthz', { headers: { 'x-forwarded-for': '192.0.2.7' } })
    server.kill('SIGTERM')
    await server.exited

    const count = (pattern: RegExp) => server.written.stdout.match(pattern)?.length
    assert.equal(count(/HOST=0\.0\.0\.0 can be reached from other machines, but BASE_URL=/g), 1)
    assert.equal(count(/a request came with X-Forwarded-For, and TRUST_PROXY=false ignores it/g), 1)
    assert.ok(!server.written.stdout.includes('192.0.2.7'))
    close()
    await database.remove()
  })

  it('causes no warning if the proxy is trusted', async () => {
    const database = await freshDatabase('sqlite')
    await using server = await startServer({ DATABASE_URL: database.url, TRUST_PROXY: '1' })
    const { call, close } = connect(server.url)

    await call('/healthz', { headers: { 'x-forwarded-for': '192.0.2.7' } })
    server.kill('SIGTERM')
    await server.exited

    assert.doesNotMatch(server.written.stdout, /X-Forwarded-For/)
    close()
    await database.remove()
  })
})

describe('an invalid environment variable', () => {
  const bad: [name: string, value: string][] = [
    ['LIMIT_FOO', '1'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/board'],
    ['SECRET_KEY', 'short'],
  ]
  it('stops the start with exit code 1 and one line that names it', async () => {
    const database = await freshDatabase('sqlite')
    for (const [name, value] of bad) {
      const line = await refusal({ DATABASE_URL: database.url, [name]: value })
      assert.match(line, new RegExp(`^${name}\\b`))
      assert.doesNotMatch(line, /hunter2/)
    }
    await database.remove()
  })
})

/** A folder that goes with its test, and a file in it. */
function someFile(content?: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'board-start-'))
  const path = join(folder, 'board.db')
  if (content !== undefined) writeFileSync(path, content)
  return { folder, path, url: `file:${path}`, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

function sqliteFile(statements: string) {
  const file = someFile()
  const db = new DatabaseSync(file.path)
  db.exec(statements)
  db.close()
  return file
}

describe('a database that cannot be used', { skip: !engines.includes('sqlite') }, () => {
  const SECRET_KEY = OTHER_SECRET

  it('is named together with its variable, and with what to do', async () => {
    using text = someFile('This is a letter to a friend, and it goes on for a while.'.repeat(20))
    using damaged = sqliteFile('CREATE TABLE migrations (version INTEGER); CREATE TABLE a (b); CREATE TABLE c (d)')
    const bytes = readFileSync(damaged.path)
    writeFileSync(damaged.path, Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)]))
    using folder = someFile()
    const expected: [url: string, line: RegExp][] = [
      [text.url, /is not a SQLite database/],
      [damaged.url, /is damaged; restore it from a backup/],
      [`file:${folder.folder}`, /is a folder; name a file in it/],
      [`file:${text.path}/board.db`, /is not in a folder/],
      [`${folder.url}?mode=ro`, /must be file:PATH, without parameters/],
    ]
    for (const [url, line] of expected) {
      const said = await refusal({ DATABASE_URL: url, SECRET_KEY })
      assert.match(said, line)
      assert.ok(said.startsWith('DATABASE_URL') && said.includes(url.slice('file:'.length)), said)
    }
    assert.equal(existsSync(`${folder.path}?mode=ro`), false)
  })

  it('is left as it was when it belongs to another program', async () => {
    for (const mode of ['DELETE', 'WAL']) {
      using foreign = sqliteFile(
        `PRAGMA journal_mode = ${mode}; CREATE TABLE migrations (id INTEGER); CREATE TABLE songs (title TEXT)`,
      )
      const before = readFileSync(foreign.path)

      const line = await refusal({ DATABASE_URL: foreign.url, SECRET_KEY })

      assert.match(line, /^DATABASE_URL: .*board\.db is the database of another program; it was left as it is/)
      assert.deepEqual(readFileSync(foreign.path), before)
      assert.deepEqual(readdirSync(foreign.folder), ['board.db'])
    }
  })

  it('may be unreadable or read-only for this user', { skip: process.getuid?.() !== 0 || !hasSetpriv }, async () => {
    using file = someFile()
    const start = () =>
      refusalAsNobody({ DATABASE_URL: file.url, SECRET_KEY, PORT: '0', BASE_URL: 'http://board.test' })
    chmodSync(file.folder, 0o755)
    const db = await openDatabase(file.url)
    await migrate(db, 0, {})
    await db.close()

    chmodSync(file.path, 0o600)
    assert.match(await start(), /^DATABASE_URL: .*board\.db (may not be opened|cannot be opened)/)
    chmodSync(file.path, 0o644)
    assert.match(await start(), /^DATABASE_URL: .*board\.db is read-only/)
  })

  it('needs its secret: an empty file is named', async () => {
    using file = someFile()
    writeFileSync(`${file.path}.secret`, '\n')

    const line = await refusal({ DATABASE_URL: file.url })

    assert.match(line, /^SECRET_KEY: the file .*board\.db\.secret is empty or too short/)
  })
})

describe('a port that is in use', { skip: !engines.includes('sqlite') }, () => {
  it('is named by its variable', async () => {
    using file = someFile()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const env = { DATABASE_URL: file.url, SECRET_KEY: OTHER_SECRET, HOST: '127.0.0.1' }

    assert.match(await refusal({ ...env, PORT: port }), /^PORT=\d+ is in use on 127\.0\.0\.1/)
    assert.match(await refusal({ ...env, ADMIN_PORT: port }), /^ADMIN_PORT=\d+ is in use on 127\.0\.0\.1/)
    other.close()
  })
})

describe('a PostgreSQL that cannot be used', { skip: !engines.includes('postgres') }, () => {
  it('is named without its password, together with its variable', async () => {
    const database = await freshDatabase('postgres')
    const { host } = new URL(database.url)
    const TRY_AGAIN = 4
    const expected: [url: string, line: RegExp, code?: number][] = [
      ['postgres://board:hunter2@[', /must be file:PATH or postgres:/],
      ['postgres://board:hunter2@127.0.0.1:1/board', /at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/, TRY_AGAIN],
      ['postgres://board:hunter2@no-such-host.invalid/board', /cannot be reached/, TRY_AGAIN],
      [`postgres://board:hunter2@${host}/nowhere`, /has no database of this name/],
      [`postgres://nobody-knows:hunter2@${host}/postgres`, /refused the user/],
    ]
    for (const [url, line, code] of expected) {
      const said = await refusal({ DATABASE_URL: url, SECRET_KEY: OTHER_SECRET }, 'serve', code)
      assert.match(said, line)
      assert.match(said, /^DATABASE_URL(?!.*hunter2)/)
    }
    await database.remove()
  })
})

/** A pooler that has lost its server says so to whoever connects. */
async function openServerlessPooler() {
  const message = 'pgbouncer cannot connect to server'
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  const pooler = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, fields]))))
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  const { port } = pooler.address() as AddressInfo
  return { url: `postgres://board@127.0.0.1:${port}/board`, close: () => pooler.close() }
}

describe('a pooler without a server', { skip: !engines.includes('postgres') }, () => {
  it('is waited for by the service, and ends other commands with the code that says to try again', async () => {
    const pooler = await openServerlessPooler()
    const env = { DATABASE_URL: pooler.url, SECRET_KEY: OTHER_SECRET, PORT: '0', BASE_URL: 'http://board.test' }
    await using started = launch(env)

    assert.ok(await started.logged('the database cannot be used yet; trying again'), started.written.stderr)
    assert.match(await refusal(env, 'stats', 4), /takes no connection at this moment \(pgbouncer cannot connect/)
    pooler.close()
  })
})

/** As a standby is, from the next connection on. */
async function setReadOnly(url: string, isReadOnly: boolean) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const database = new URL(url).pathname.slice(1)
  await client.query('SET default_transaction_read_only = off')
  await client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await client.end()
}

describe('a PostgreSQL that can only be read', { skip: !engines.includes('postgres') }, () => {
  it('makes the service wait, with a line in the log', async () => {
    const database = await freshDatabase('postgres')
    await setReadOnly(database.url, true)
    const env = { DATABASE_URL: database.url, SECRET_KEY: OTHER_SECRET, PORT: '0', BASE_URL: 'http://board.test' }
    await using started = launch(env)

    const waiting = await started.logged('the database cannot be used yet; trying again')
    await setReadOnly(database.url, false)
    const listening = await started.logged('listening')

    assert.match((waiting as { err: Error }).err.message, /can only be read .*it is a standby, or set to be read-only/)
    assert.ok(listening, started.written.stderr)
    await started.stop()
    await database.remove()
  })

  it('is reported at once by other commands, and by the service when it has waited long enough', async () => {
    const database = await freshDatabase('postgres')
    await setReadOnly(database.url, true)
    const env = { DATABASE_URL: database.url, SECRET_KEY: OTHER_SECRET }

    const line = await refusal(env, 'migrate', 4)
    const failure = await openPatiently(() => bringUpToDate(env), pino({ level: 'silent' }), 0).catch(describeEnd)

    assert.match(line, /^DATABASE_URL: .* can only be read/)
    assert.deepEqual(failure, { ending: 'unavailable', text: line })
    await database.remove()
  })
})

onEachEngine('a database', (engine) => {
  it('refuses a process with another secret', async () => {
    const database = await freshDatabase(engine)
    {
      await using first = await startServer({ DATABASE_URL: database.url })
      assert.ok(first.url)
    }

    const line = await refusal({ DATABASE_URL: database.url, SECRET_KEY: OTHER_SECRET })

    assert.match(line, /^SECRET_KEY/)
    assert.ok(!line.includes(OTHER_SECRET))
    await database.remove()
  })

  it('of a newer program is refused by an older one', async () => {
    const database = await freshDatabase(engine)
    const env = { DATABASE_URL: database.url, SECRET_KEY: OTHER_SECRET }
    await launch(env, 'migrate').exited
    const db = await openDatabase(database.url)
    await db.write('test', (tx) =>
      tx.run(sql`INSERT INTO migrations (version, name, applied_at) VALUES (9999, 'from the future', 0)`),
    )
    await db.close()

    assert.match(await refusal(env), /database is at version 9999/)
    assert.match(await refusal(env, 'migrate'), /database is at version 9999/)
    await database.remove()
  })

  it('is created once when four processes start together on an empty one', async () => {
    const database = await freshDatabase(engine)
    {
      await using started = await startServers(4, { DATABASE_URL: database.url })
      const clients = started.servers.map(({ url }) => connect(url))

      const statuses = await Promise.all(
        clients.map(async ({ call }, n) => (await (await signUp(call, `agent${n}`)).posts()).status),
      )

      assert.deepEqual(statuses, [201, 201, 201, 201])
      for (const { close } of clients) close()
    }
    await database.remove()
  })
})

describe('an empty PostgreSQL database', { skip: !engines.includes('postgres') }, () => {
  it('is created correctly when several processes start on it together', async () => {
    // Several rounds: PostgreSQL reports the conflict in different ways, one of them in one round of five.
    for (let round = 0; round < 15; round++) {
      const database = await freshDatabase('postgres')
      const opened = await Promise.all(Array.from({ length: 12 }, () => openDatabase(database.url)))
      await Promise.all(opened.map((db) => db.write('test', async () => {})))
      for (const db of opened) await db.close()
      await database.remove()
    }
  })
})

describe('a PostgreSQL database that cannot hold every text', { skip: !engines.includes('postgres') }, () => {
  it('is refused', async () => {
    const database = await freshDatabase('postgres')
    const url = `${database.url}_ascii`
    const name = new URL(url).pathname.slice(1)
    await asAdmin(database.url, `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' TEMPLATE template0`)

    const line = await refusal({ DATABASE_URL: url, SECRET_KEY: OTHER_SECRET })

    assert.match(line, /encoding is SQL_ASCII; it must be UTF8/)
    await asAdmin(database.url, `DROP DATABASE ${name}`)
    await database.remove()
  })
})

describe('the secret of an embedded database', { skip: !engines.includes('sqlite') }, () => {
  it('is created on the first start, readable by its owner only, and required afterwards', async () => {
    const database = await freshDatabase('sqlite')
    const file = `${sqlitePath(database.url)}.secret`
    const env = { DATABASE_URL: database.url, SECRET_KEY: undefined }
    const startOnce = async () => {
      await using server = await startServer(env)
      return server.pid
    }

    await startOnce()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(statSync(sqlitePath(database.url)).mode & 0o777, 0o600)
    await startOnce()
    rmSync(file)

    assert.match(await refusal(env), /^SECRET_KEY is missing/)
    await database.remove()
  })

  it('is the same for four processes that start together', async () => {
    const database = await freshDatabase('sqlite')
    const env = { DATABASE_URL: database.url, SECRET_KEY: undefined }

    const started = await startServers(4, env)

    await started[Symbol.asyncDispose]()
    await database.remove()
  })
})

describe('PostgreSQL without a secret', { skip: !engines.includes('postgres') }, () => {
  it('is refused, because processes could not share a file, and before any table is made', async () => {
    const database = await freshDatabase('postgres')

    assert.match(await refusal({ DATABASE_URL: database.url }), /^SECRET_KEY is missing/)

    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
    await client.end()
    assert.deepEqual(rows, [])
    await database.remove()
  })
})

describe('a package that is loaded late', () => {
  it('is found to be missing at the start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-packages-'))
    const root = join(import.meta.dirname, '../..')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(root, 'src'), join(folder, 'src'))
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== 'eld') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    symlinkSync(join(root, 'package.json'), join(folder, 'package.json'))
    const asInstalled = ['--preserve-symlinks', '--preserve-symlinks-main', 'src/main.js', 'serve']
    const child = spawnSync(process.execPath, asInstalled, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        BASE_URL: 'http://board.test',
        DATABASE_URL: `file:${folder}/board.db`,
      },
      timeout: 60_000,
      encoding: 'utf8',
    })
    assert.equal(child.stderr, 'The package eld/extrasmall is not installed: run npm ci.\n')
    assert.equal(child.status, 1)
    rmSync(folder, { recursive: true })
  })
})
