/** What a command says when something is in its way, and that it then leaves everything as it was. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { openBoard, SECRET_KEY } from '../board.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { engines, freshDatabase } from '../setup/databases.ts'

describe('a command', { skip: !engines.includes('sqlite') && 'SQLite is not tested in this run' }, () => {
  it('names what is in its way, and leaves it there', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'board-refusals-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const at = (name: string) => join(folder, name)
    const file = (name: string) => `file:${at(name)}`
    const database = await freshDatabase('sqlite')
    t.after(database.remove)
    await (await openBoard('sqlite', { databaseUrl: database.url })).close()
    const board = { databaseUrl: database.url, env: { SECRET_KEY, BASE_URL: 'http://board.test' } }
    await runCommand(t, board, 'backup', at('good'))
    for (const name of ['next.part', 'restored.db.part']) writeFileSync(at(name), '')
    const nothing = new DatabaseSync(at('nothing.db'))
    nothing.exec('PRAGMA user_version = 1')
    nothing.close()
    mkdirSync(at('served.db.secret'))
    const serving = { BASE_URL: 'http://board.test', PORT: '0', HOST: '127.0.0.1' }

    const refusals: [place: typeof board | { databaseUrl: string; env: object }, words: string[], why: RegExp][] = [
      [board, ['backup', at('good')], /good exists already: choose another name/],
      [board, ['backup', at('next')], /next\.part is of a backup that still runs or was killed/],
      [board, ['backup', at('none/next')], /cannot be written: its folder does not exist; create it first/],
      [board, ['export', at('good')], /good exists already: choose another name/],
      [board, ['export', at('none/next')], /cannot be written: its folder does not exist; create it first/],
      [
        { ...board, databaseUrl: file('restored.db') },
        ['restore', at('good')],
        /restored\.db\.part is of a restore that still runs or was killed/,
      ],
      [{ ...board, databaseUrl: file('nothing.db') }, ['stats'], /There is no board in this database/],
      [{ databaseUrl: file('served.db'), env: serving }, ['serve'], /served\.db\.secret cannot be read \(EISDIR\)/],
      ...['0', '-1', '1.5', 'many', '1000000000'].map((limit): [typeof board, string[], RegExp] => [
        board,
        ['agent', 'list', '--limit', limit],
        /It must be a whole number from 1\./,
      ]),
    ]
    const before = readdirSync(folder)
    for (const [place, words, why] of refusals) {
      const { code, stdout, stderr } = await runFailingCommand(place as typeof board, ...words)
      assert.notEqual(code, 0, words.join(' '))
      assert.match(stderr || stdout, why)
    }
    const after = readdirSync(folder).filter((name) => !name.startsWith('served.db'))
    assert.deepEqual(
      after,
      before.filter((name) => !name.startsWith('served.db')),
    )
    assert.match(await runCommand(t, board, 'agent', 'list', '--limit', '999999999'), /./)
  })
})
