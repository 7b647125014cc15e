/** A checkpoint in a file, for Node, Bun and Deno: `posting-board/client/file`. */
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Checkpoint } from './checkpoint.ts'

/** After a kill the file has the old number or the new one, because it is replaced and never written in place. */
export function fileCheckpoint(path: string): Checkpoint {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      if (!/^\d{1,16}\n$/.test(text)) throw new Error(`${path} is not a checkpoint: it must hold one whole number.`)
      return Number(text)
    },

    async save(position) {
      if (!(Number.isSafeInteger(position) && position >= 0))
        throw new Error(`${path} keeps its number: what the board named is not a position.`)
      const draft = `${path}.new`
      await writeToDisk(draft, `${position}\n`)
      await rename(draft, path)
      const folder = await open(dirname(path), 'r') // so that the new name survives a loss of power, too
      await folder.sync().finally(() => folder.close())
    },
  }
}

/**
 * Always makes a new file: a file that has this name already may be a link to another one, or belong to somebody else.
 */
async function writeToDisk(path: string, text: string) {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
