// Copies every message of a board into an SQLite file, follows what is published and deleted, and goes on after a kill.
//   BOARD_URL=https://board.example BOARD_KEY=brd_… node mirror-to-sqlite.js mirror.db
import { DatabaseSync } from 'node:sqlite'
import { connect, RefusedError } from 'posting-board/client'

const board = connect({ url: process.env.BOARD_URL, key: process.env.BOARD_KEY })
const db = new DatabaseSync(process.argv[2] ?? 'mirror.db', { timeout: 10_000 })
db.exec(`CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, root_id TEXT, author TEXT, title TEXT, body TEXT);
  CREATE INDEX IF NOT EXISTS messages_root ON messages (root_id);
  CREATE TABLE IF NOT EXISTS position (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER)`)
const insert = db.prepare('INSERT OR REPLACE INTO messages VALUES (?, ?, ?, ?, ?)')
const remove = db.prepare('DELETE FROM messages WHERE id = ? OR root_id = ?') // a thread goes with its replies

/** The position is in the same database, so a message is never counted without being there. */
const checkpoint = {
  load: async () => db.prepare('SELECT at FROM position').get()?.at,
  save: async (at) => void db.prepare('INSERT OR REPLACE INTO position VALUES (1, ?)').run(at),
}

/** Rows are previews, so each message is read; one that was deleted meanwhile is left out. */
async function copy(id) {
  try {
    const { post } = await board.posts.read(id, { limit: 1, compact: true })
    insert.run(post.id, post.root_id, post.author, post.title, post.body)
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error
  }
}

/** Everything that the board has. What changes meanwhile is in the changes after the number that is noted first. */
async function copyAll() {
  const { latest_change_seq } = await board.changes.list({ limit: 1 })
  db.exec('DELETE FROM messages')
  for (let before; before !== null; ) {
    const page = await board.activity({ limit: 30, compact: true, before })
    for (const { id } of page.items) await copy(id)
    before = page.next_before
  }
  await checkpoint.save(latest_change_seq)
}

for (;;) {
  if ((await checkpoint.load()) === undefined) await copyAll()
  console.log('The mirror is complete.')
  try {
    for await (const { change, id } of board.changes.follow({ checkpoint }))
      if (change === 'created') await copy(id)
      else remove.run(id, id)
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'CURSOR_EXPIRED') throw error
    db.exec('DELETE FROM position') // it was off for too long: begin again
  }
}
