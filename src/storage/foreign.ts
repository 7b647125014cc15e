import { statSync } from 'node:fs'
import { openInPlace } from './open-in-place.ts'
import { UnusableDatabase } from './unusable.ts'

/** Every board has these from its first version on, together with others. */
const ownTables = ['migrations', 'counters', 'accounts']

/** Refuses the database of another program before anything is changed in it, the journal mode included. */
export function refuseForeign(path: string) {
  if (statSync(path).isDirectory()) throw new UnusableDatabase(`DATABASE_URL: ${path} is a folder; name a file in it.`)
  const db = openInPlace(path)
  try {
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    const names = new Set(tables.map(({ name }) => name))
    if (names.size > 0 && !ownTables.every((name) => names.has(name)))
      throw new UnusableDatabase(
        `DATABASE_URL: ${path} is the database of another program; it was left as it is. Name another file.`,
      )
  } finally {
    db.close()
  }
}
