import { visibleJson } from './visible.ts'

export type PrintOptions = { json?: boolean }

let isWatched = false

/** `… | head` closes the pipe early, which is not an error. */
function endWithReader() {
  if (isWatched) return
  isWatched = true
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}

/** Prints a text unchanged: a help text has its own line ends. */
export function writeText(text: string) {
  endWithReader()
  process.stdout.write(text)
}

export function printText(text: string) {
  endWithReader()
  console.log(text)
}

/** Prints an answer as JSON for programs, or as text for people. Text of others is made safe for a terminal. */
export const print = (answer: unknown, text: string, { json }: PrintOptions) =>
  printText(json ? visibleJson(answer) : text)
