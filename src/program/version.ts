import { readOwnFile } from './own-files.ts'

/** Of the interface (rule 1.9). */
export const CONTRACT_VERSION = '1.7.0'

/** Of the program, as package.json has it. */
export const { version }: { version: string } = JSON.parse(readOwnFile('../package.json').toString())
