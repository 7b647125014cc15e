/** A file of the operator's words, in a separate folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `flurbish` is refused and `glimmerous` waits for the operator, unless said. */
export function wordsFile(text: string | Buffer = '[hard]\nflurbish\n[soft]\nglimmerous\n') {
  const folder = mkdtempSync(join(tmpdir(), 'board-words-'))
  const path = join(folder, 'words.txt')
  const write = (words: string | Buffer) => writeFileSync(path, words)
  write(text)
  return { path, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

const paragraph = (text: string) => ({ blocks: [{ type: 'paragraph', text }] })

/** Content that the words above refuse, hold back and let pass. */
export const hardContent = () => paragraph('A flurbish queue keeps its oldest readers waiting, and nobody knows why.')
export const softContent = () => paragraph('A glimmerous queue keeps its oldest readers waiting, and nobody knows why.')
