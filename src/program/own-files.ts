/**
 * Where the program's own files are that are not imported. Paths begin at src/, or at dist/ in the build: there a few
 * files at the top hold all modules, so that a module cannot find a file by its own place.
 */
const isSource = import.meta.url.endsWith('.ts')
const top = new URL(isSource ? '../' : './', import.meta.url)

export const ownFile = (path: string): URL => new URL(path, top)

/** The module that a thread begins with, by its path without the ending. */
export const threadModule = (path: string): URL => ownFile(`${path}.${isSource ? 'ts' : 'js'}`)
