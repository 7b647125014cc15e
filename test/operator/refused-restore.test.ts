/** A restore into a new file that does not come to its end leaves nothing behind, whatever stops it. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openBoard, SECRET_KEY } from '../board.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'

/** A folder with a good backup, and the address of a database in a folder that does not exist. */
async function someBackup(t: TestContext) {
  const path = mkdtempSync(join(tmpdir(), 'board-restore-'))
  const file = join(path, 'good')
  await using board = await openBoard(engines[0] as Engine)
  const ada = await board.account('ada')
  assert.equal((await ada.posts()).status, 201)
  await runCommand(t, board, 'backup', file)
  const make = (name: string, content: Buffer | string) => {
    writeFileSync(join(path, name), content)
    return join(path, name)
  }
  const target = { databaseUrl: `file:${join(path, 'new/folder/board.db')}`, env: { SECRET_KEY } }
  return { path, file, make, target, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** Altered, with the checksum of what it says now: as a program of another version, or a person, could have made it. */
function altered(file: string, from: RegExp, to: string): Buffer {
  const text = lines(file).replace(from, to)
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex')
  return gzipSync(text.slice(0, end) + text.slice(end).replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`))
}

const lines = (file: string) => gunzipSync(readFileSync(file)).toString()
const isHere = (program: string) => spawnSync(program, ['--version']).error === undefined

describe('a restore', { skip: !engines.includes('sqlite') && 'SQLite is not tested in this run' }, () => {
  it('leaves no file and no folder when it is refused', async (t) => {
    using backup = await someBackup(t)
    const { file, make, target } = backup
    const cut = make('cut', readFileSync(file))
    truncateSync(cut, 200)
    const foreign = { ...target, env: { SECRET_KEY: 'another secret, which is just as long' } }
    const empty = make('empty.db', '')
    const attempts: [source: string, place: typeof target, why: RegExp][] = [
      [make('wrong', gzipSync(lines(file).replace('"ada"', '"eve"'))), target, /its checksum is wrong/],
      [
        make('newer', altered(file, /"version":\d+/, '"version":9999')),
        target,
        /is of version 9999; this program knows/,
      ],
      [make('strange', altered(file, /"table":"votes"/, '"table":"wishes"')), target, /has a table wishes that this/],
      [make('short', altered(file, /("end":true,"rows":)\d+/, '$11')), target, /could not be read to its end/],
      [make('letter', 'Dear friend, this is no backup.'), target, /./],
      [cut, target, /./],
      [join(backup.path, 'missing'), target, /There is no file .*missing/],
      [`file:${join(backup.path, 'missing.db')}`, target, /./],
      [`file:${empty}`, target, /./],
      ['postgres://board@127.0.0.1:1/board', target, /./],
      [file, foreign, /SECRET_KEY is not the one that this backup was made with/],
      [file, { ...target, env: { SECRET_KEY: '' } }, /SECRET_KEY is missing/],
    ]
    const before = readdirSync(backup.path, { recursive: true })

    for (const [source, place, why] of attempts) {
      const { code, stderr } = await runFailingCommand(place, 'restore', source)
      assert.notEqual(code, 0, source)
      assert.match(stderr, why)
      assert.deepEqual(readdirSync(backup.path, { recursive: true }), before, `${source}: ${stderr}`)
    }
    assert.equal(readFileSync(empty, 'utf8'), '')
    assert.match(await runCommand(t, target, 'restore', file), /every figure is what the rows say/)
    const whole = [...before, 'new', 'new/folder', 'new/folder/board.db'].toSorted()
    assert.deepEqual(readdirSync(backup.path, { recursive: true }).toSorted(), whole)
  })

  it('of an older version needs a new database, not one of this version', async (t) => {
    using backup = await someBackup(t)
    const database = await freshDatabase('sqlite')
    await (await openBoard('sqlite', { databaseUrl: database.url })).close()
    const older = backup.make('older', altered(backup.file, /"version":\d+/, '"version":2'))

    const { code, stderr } = await runFailingCommand({ ...backup.target, databaseUrl: database.url }, 'restore', older)

    assert.equal(code, 1)
    assert.match(stderr, /is of version 2, and the database is of version \d+: restore into a new one/)
    await database.remove()
  })

  it('leaves no file when the disk fills up', { skip: !isHere('prlimit') && 'prlimit not installed' }, async (t) => {
    using backup = await someBackup(t)
    const before = readdirSync(backup.path, { recursive: true })
    const words = ['--fsize=65536', process.execPath, 'src/main.js', 'restore', backup.file]

    const ended = spawnSync('prlimit', words, {
      env: { DATABASE_URL: backup.target.databaseUrl, SECRET_KEY },
      encoding: 'utf8',
    })

    assert.match(ended.stderr, /disk/)
    assert.notEqual(ended.status, 0)
    assert.deepEqual(readdirSync(backup.path, { recursive: true }), before)
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`leaves no file when ${signal} ends it`, { skip: !isHere('mkfifo') && 'mkfifo not installed' }, async (t) => {
      using backup = await someBackup(t)
      const pipe = join(backup.path, 'pipe')
      assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
      const before = readdirSync(backup.path, { recursive: true })
      const content = readFileSync(backup.file)

      const child = spawn(process.execPath, ['src/main.js', 'restore', pipe], {
        env: { DATABASE_URL: backup.target.databaseUrl, SECRET_KEY },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await pipeline([content], createWriteStream(pipe)) // to be verified
      await using second = await open(pipe, 'w') // resolves when the restore has begun to read it once more
      await second.write(content.subarray(0, content.length / 2))
      child.kill(signal)

      assert.deepEqual(await ended, [null, signal])
      assert.deepEqual(readdirSync(backup.path, { recursive: true }), before)
    })
})
