/** A program that brings a database up to date and stops in the middle: every statement has run, nothing is committed. */
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { listMigrations, migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'

const db = await openDatabase(process.env.DATABASE_URL as string)
const newest = listMigrations('sqlite').at(-1)?.name as string
const neverEnd = () =>
  new Promise<void>(() => {
    setInterval(() => {}, 1_000)
    console.log('in the middle')
  })
await migrate(db, 0, { ...codeMigrations, [newest]: neverEnd })
