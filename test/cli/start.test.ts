/** What a real process needs in order to start, and what it says when it does not. */
import assert from 'node:assert/strict'
import { rmSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, type Env, launch, startServer, startServers } from '../setup/processes.ts'

const OTHER_SECRET = 'another secret, which is just as long as the first'

/** Starts what should refuse to, and gives what it said. */
async function refusal(env: Env, command?: string): Promise<string> {
  await using started = launch({ PORT: '0', BASE_URL: 'http://board.test', ...env }, command)
  const exit = await started.exited
  assert.deepEqual(exit, { code: 1, signal: null }, started.written.stdout)
  const lines = started.written.stderr.trimEnd().split('\n')
  assert.equal(lines.length, 1, started.written.stderr)
  return lines[0] as string
}

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

describe('a port that is in use', () => {
  it('stops the start with one line that names PORT', async () => {
    const [one, other] = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
    await using first = await startServer({ DATABASE_URL: one.url })
    const { port } = new URL(first.url)
    assert.match(
      await refusal({ DATABASE_URL: other.url, PORT: port }),
      new RegExp(`^PORT ${port} is in use .* set PORT`),
    )
    await other.remove()
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
  it('is created correctly when several processes meet on it', async () => {
    // Several rounds: PostgreSQL reports the conflict in different ways, one of them in one round of five.
    for (let round = 0; round < 15; round++) {
      const database = await freshDatabase('postgres')
      const opened = await Promise.all(Array.from({ length: 12 }, () => openDatabase(database.url)))
      for (const db of opened) await db.close()
      await database.remove()
    }
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
  it('is refused, because processes could not share a file', async () => {
    const database = await freshDatabase('postgres')

    assert.match(await refusal({ DATABASE_URL: database.url }), /^SECRET_KEY is missing/)
    assert.match(
      await refusal({ DATABASE_URL: 'postgres://board:hunter2@127.0.0.1:1/board', SECRET_KEY: OTHER_SECRET }),
      /^(?!.*hunter2).*ECONNREFUSED/,
    )
    await database.remove()
  })
})
