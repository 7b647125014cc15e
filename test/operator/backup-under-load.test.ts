import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { onEachEngine } from '../board.ts'
import { runCommand } from '../setup/commands.ts'
import { freshDatabase } from '../setup/databases.ts'
import { openRestartable } from '../setup/load/faults.ts'
import { Load } from '../setup/load/load.ts'
import { SHARED_SECRET } from '../setup/processes.ts'

const WRITES = 40

onEachEngine('a backup under load', (engine) => {
  it('restores clean, with everything that was acknowledged before it began', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'board-backup-'))
    const file = join(folder, 'board.backup')
    const [database, copy] = [await freshDatabase(engine), await freshDatabase(engine)]
    const board = await openRestartable(database.url)
    try {
      const load = await Load.open(board.call)
      let isOver = false
      const end = () => {
        isOver = true
      }
      const run = { count: WRITES, withArticles: true, isOver: () => isOver, reached: () => {} }
      await load.run({ ...run, reached: end })
      const before = load.takeUnverified()

      isOver = false
      const writing = load.run(run)
      await runCommand(t, { databaseUrl: database.url }, 'backup', file)
      end()
      await writing
      const restored = await runCommand(
        t,
        { databaseUrl: copy.url, env: { SECRET_KEY: SHARED_SECRET } },
        'restore',
        file,
      )

      assert.match(restored, /every figure is what the rows say/)
      assert.ok(load.takeUnverified().length > 0, 'it was written to while the backup was made')
      await board.end()
      await board.start(copy.url)
      await load.verify(before)
      assert.deepEqual({ lost: load.lost, faults: load.faults }, { lost: 0, faults: [] })
    } finally {
      await board.end()
      await database.remove()
      await copy.remove()
      rmSync(folder, { recursive: true })
    }
  })
})
