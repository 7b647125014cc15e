/** Deleting a long thread: one write, during which no other can run. */
import { openDatabase } from '../src/storage/open.ts'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { insertReplies } from '../test/setup/reply-rows.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import type { Figure, Row } from './report.ts'

const REPLIES = 25_000
const AUTHORS = 2_000

async function measureOn(engine: Engine): Promise<Row> {
  await using database = await durableDatabase(engine)
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, 'ada')
  const { id } = (await ada.posts()).body
  const db = await openDatabase(database.url)
  await insertReplies(db, id, { replies: REPLIES, authors: AUTHORS })
  await db.close()

  const started = performance.now()
  const { status } = await ada.deletes(id)
  const value = performance.now() - started
  close()
  if (status !== 200) throw new Error(`The deletion was answered ${status}.`)
  return {
    what: `deleting a thread of ${REPLIES.toLocaleString('en')} replies, ${engine}`,
    value,
    unit: 'ms',
    how: `one request; replies by ${AUTHORS.toLocaleString('en')} authors`,
  }
}

export const deleting: Figure = {
  name: 'deleting',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) rows.push(await measureOn(engine))
    return rows
  },
}
