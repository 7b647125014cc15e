/** The program's own files inside the single executable, into which scripts/build-binary.ts puts them. */
import sea from 'node:sea'
import type * as OwnFiles from '../own-files.ts'
import { runScript } from './scripts.ts'

const inside: typeof OwnFiles = {
  readOwnFile: (path) => Buffer.from(sea.getRawAsset(path)),

  listOwnFiles: (folder) =>
    sea
      .getAssetKeys()
      .filter((name) => name.startsWith(folder))
      .map((name) => name.slice(folder.length)),

  threadEntry: (path) => `(${runScript})('${path}.js', require)`,
}

export const { readOwnFile, listOwnFiles, threadEntry } = inside
