/**
 * The program's own files that are not imported. Paths begin at src/, or at dist/ in the build: there a few files at the
 * top hold all modules, so that a module cannot find a file by its own place. The single executable has
 * executable/own-files.ts in place of this file.
 */
import { readdirSync, readFileSync } from 'node:fs'

const isSource = import.meta.url.endsWith('.ts')
const top = new URL(isSource ? '../' : './', import.meta.url)

export const readOwnFile = (path: string): Buffer => readFileSync(new URL(path, top))

export const listOwnFiles = (folder: string): string[] => readdirSync(new URL(folder, top))

/** What a thread begins with, by the path of its module without the ending: a file, or the text of a program. */
export const threadEntry = (path: string): URL | string => new URL(`${path}.${isSource ? 'ts' : 'js'}`, top)
