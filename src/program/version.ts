import { readFileSync } from 'node:fs'
import { ownFile } from './own-files.ts'

/** Of the program, as package.json has it; the interface has a version of its own (rule 1.9). */
export const { version }: { version: string } = JSON.parse(readFileSync(ownFile('../package.json'), 'utf8'))
