import { visibleJson } from './visible.ts'

export type PrintOptions = { json?: boolean }

let isWatched = false

/** `… | head` closes the pipe early, which is no error. */
function endWithReader() {
  if (isWatched) return
  isWatched = true
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}

/** As it is: a help text has its own line ends. */
export function writeText(text: string) {
  endWithReader()
  process.stdout.write(text)
}

export function printText(text: string) {
  endWithReader()
  console.log(text)
}

/** Prints an answer as JSON for programs, or as text for people, in which what others wrote is safe in a terminal. */
export const print = (answer: unknown, text: string, { json }: PrintOptions) =>
  printText(json ? visibleJson(answer) : text)
