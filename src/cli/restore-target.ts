import { existsSync, linkSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { engineOf, openDatabase, sqlitePath } from '../storage/open.ts'
import type { Database } from '../storage/sql.ts'
import { Refused } from './exit-codes.ts'
import { undoing } from './undo.ts'
import { patient } from './with-board.ts'

type Fill<T> = (db: Database) => Promise<T>

/** A new file gets its name when it is complete, so a refused or interrupted restore leaves no file. */
export async function withTarget<T>(url: string, fill: Fill<T>): Promise<T> {
  const path = sqlitePath(url)
  if (engineOf(url) === 'postgres' || existsSync(path)) return (await fillDatabase(url, fill)).result
  const draft = `${path}.part`
  if (existsSync(draft))
    throw new Refused(`${draft} is of a restore that still runs or was killed: wait for it, or remove the file.`)
  const firstFolder = mkdirSync(dirname(path), { recursive: true })
  const removeDraft = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true })
  }
  const undo = () => {
    removeDraft()
    if (firstFolder) removeEmpty(dirname(path), firstFolder)
  }
  return undoing(undo, async () => {
    const { result, files } = await fillDatabase(`file:${draft}`, fill)
    if (files.length > 0) throw new Error(`${files.join(' and ')} could not be merged into ${draft}.`)
    linkSync(draft, path) // unlike a rename, it does not replace a file that another process has made meanwhile
    removeDraft()
    return result
  })
}

async function fillDatabase<T>(url: string, fill: Fill<T>): Promise<{ result: T; files: readonly string[] }> {
  const db = await openDatabase(url, undefined, { patience: patient })
  const result = await fill(db).catch(async (error) => {
    await db.close()
    throw error
  })
  return { result, files: await db.close() }
}

/** Removes the folders that were made for the target, unless they are used for other files. */
function removeEmpty(folder: string, first: string) {
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  if (folder !== first) removeEmpty(dirname(folder), first)
}
