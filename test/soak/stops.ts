/** SIGTERM while clients hold half-sent requests and unread answers; then a copy of the database file alone. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, sqlitePath } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import { freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import type { Row } from './row.ts'

const MESSAGES = 100

async function countInCopy(path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'board-soak-'))
  copyFileSync(path, join(folder, 'board.db'))
  const db = await openDatabase(`file:${join(folder, 'board.db')}`)
  const counted = await db.read('soak', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM posts`))
  await db.close()
  rmSync(folder, { recursive: true })
  return counted?.n ?? 0
}

export async function stops(rounds: number): Promise<Row[]> {
  let [missing, badExits] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const database = await freshDatabase('sqlite')
    await using server = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(server.url)
    const ada = await signUp(call, 'ada')
    let acknowledged = 0
    const post = async () => {
      if ((await ada.posts()).status === 201) acknowledged++
    }
    for (let n = 0; n < MESSAGES / 10; n++) await Promise.all(Array.from({ length: 10 }, post))
    const { port } = new URL(server.url)
    const halves = ['GET /v1', 'POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'].map((half) => {
      const socket = connectSocket({ port: Number(port), host: '127.0.0.1' }).on('error', () => {})
      socket.write(half)
      return socket
    })
    await call('/healthz')
    server.kill('SIGTERM')
    if ((await server.exited).code !== 0) badExits++
    missing += acknowledged - (await countInCopy(sqlitePath(database.url)))
    for (const half of halves) half.destroy()
    close()
    await database.remove()
  }
  return [
    {
      tried: 'SIGTERM with half-sent requests, then a copy of the one file',
      times: `${rounds} stops, ${MESSAGES} messages each`,
      happened: `${missing} messages missing, ${badExits} exits other than 0`,
      ok: missing === 0 && badExits === 0,
    },
  ]
}
