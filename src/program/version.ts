import { readOwnFile } from './own-files.ts'

/** The version of the interface (rule 1.9). */
export const CONTRACT_VERSION = '1.7.0'

/** The version of the program, from package.json. */
export const { version }: { version: string } = JSON.parse(readOwnFile('../package.json').toString())
