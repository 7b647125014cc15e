import assert from 'node:assert/strict'
import { chmodSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { sqlitePath } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard, SECRET_KEY } from '../board.ts'
import { runFailingCommand } from '../setup/commands.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { startServer } from '../setup/processes.ts'

type Finding = { about: string; level: 'ok' | 'warning' | 'problem'; text: string }

/** The tests' own server is quick and forgetful, and the doctor says so. */
const careless = /^the server runs with (fsync|full_page_writes) = off: a power cut can lose what was acknowledged/

/** Everything that the doctor says with these settings, by what it is about. */
async function examine(databaseUrl: string, env: Record<string, string> = {}) {
  const settings = { SECRET_KEY, BASE_URL: 'http://127.0.0.1:1', ...env }
  const { code, stdout, stderr } = await runFailingCommand({ databaseUrl, env: settings }, 'doctor', '--json')
  assert.equal(stderr, '')
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] }
  assert.equal(code, healthy ? 0 : 1)
  const about = (name: string) => findings.filter((finding) => finding.about === name)
  const found = findings.filter(({ level }) => level === 'problem').map(({ text }) => text)
  const problems = found.filter((text) => !careless.test(text))
  return { healthy, findings, about, problems, isCareless: problems.length < found.length }
}

onEachEngine('doctor', (engine) => {
  it('finds nothing wrong with a good board, and names everything that it looked at', async () => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    await board.account('ada')

    const { problems, findings, isCareless } = await examine(board.databaseUrl)

    assert.deepEqual(problems, [])
    assert.equal(isCareless, engine === 'postgres')
    const names = new Set(findings.map(({ about }) => about))
    const files = engine === 'sqlite' ? ['permissions'] : []
    assert.deepEqual(
      [...names].toSorted(),
      ['clock', 'database', 'disk', 'proxy', 'secret', 'settings', ...files].toSorted(),
    )
  })

  it('finds the secret of another board, a clock that is behind, and the board of a newer program', async () => {
    await using board = await openBoard(engine, { now: systemClock.now() + 7_200 })
    await board.account('ada')
    await board.db.write('test', (tx) =>
      tx.run(sql`INSERT INTO migrations (version, name, applied_at) VALUES (9999, 'from the future', 0)`),
    )
    const newer = await examine(board.databaseUrl, { SECRET_KEY: 'another secret, which is just as long' })
    await board.db.write('test', (tx) => tx.run(sql`DELETE FROM migrations WHERE version = 9999`))
    const behind = await examine(board.databaseUrl)

    assert.match(newer.problems.join('\n'), /of version 9999, and this program knows \d+: run the newer one/)
    assert.match(newer.problems.join('\n'), /SECRET_KEY is not the one that this database was made with/)
    assert.match(behind.problems.join('\n'), /this clock is behind, or another was ahead; set it by NTP/)
    assert.equal(behind.problems.length, 1)
  })
})

describe('doctor on an empty PostgreSQL database', { skip: !engines.includes('postgres') }, () => {
  it('changes nothing in it', async () => {
    const database = await freshDatabase('postgres')

    const { about } = await examine(database.url)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
    await client.end()

    assert.match(about('database').at(-1)?.text as string, /there is no board in it yet/)
    assert.deepEqual(rows, [])
    await database.remove()
  })
})

describe('doctor', { skip: !engines.includes('sqlite') }, () => {
  it('reports every bad setting, and nothing that it cannot find out without good ones', async () => {
    const { problems, findings } = await examine('file:/tmp/board.db', { PORT: 'x', SECRET_KEY: 'short' })

    assert.equal(findings.length, 2)
    assert.match(problems.join('\n'), /^PORT="x".*\nSECRET_KEY is too short/)
  })

  it('finds files that others can open, and creates none', async () => {
    const database = await freshDatabase('sqlite')
    const path = sqlitePath(database.url)
    const before = await examine(database.url)
    assert.ok(before.healthy && !existsSync(path))
    await using board = await openBoard('sqlite', { databaseUrl: database.url, now: systemClock.now() })
    assert.ok(board)
    chmodSync(path, 0o644)

    const { problems } = await examine(database.url)

    assert.deepEqual(problems, [`other users of this machine can open ${path}: run chmod 600 on it`])
    assert.ok(existsSync(dirname(path)))
    await database.remove()
  })

  it('reports contradictions between proxy, address and settings', async () => {
    const database = await freshDatabase('sqlite')
    await using server = await startServer({ DATABASE_URL: database.url, SECRET_KEY })
    const textsOf = async (env: Record<string, string>) =>
      (await examine(database.url, env)).about('proxy').map(({ level, text }) => `${level}: ${text}`)

    const https = await textsOf({ BASE_URL: 'https://127.0.0.1:1' })
    const open = await textsOf({ HOST: '0.0.0.0', TRUST_PROXY: '1' })
    const elsewhere = await textsOf({ BASE_URL: server.url })

    assert.match(https[0] as string, /^warning: BASE_URL is https.*TRUST_PROXY=false/)
    assert.match(https[1] as string, /^warning: nothing answers at https:\/\/127\.0\.0\.1:1/)
    assert.match(open[0] as string, /^warning: TRUST_PROXY=1 believes whoever reaches HOST=0\.0\.0\.0 directly/)
    assert.match(elsewhere[1] as string, /^problem: .*answered with 200, and not by a board with this BASE_URL/)
    await database.remove()
  })
})
