/**
 * Where the program's own files lie that are not imported. Paths begin at src/, or at dist/ in the build: there few
 * files hold all modules, so that a module cannot find a file by its own place. This one lies at the top in both.
 */
const isSource = import.meta.url.endsWith('.ts')

export const ownFile = (path: string): URL => new URL(path, import.meta.url)

/** The module that a thread begins with, by its path without the ending. */
export const threadModule = (path: string): URL => ownFile(`${path}.${isSource ? 'ts' : 'js'}`)
