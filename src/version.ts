import { readFileSync } from 'node:fs'

/** Of the program, as package.json has it; the contract has a version of its own. */
export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
