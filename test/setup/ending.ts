/**
 * Ends a process whose tests are done although something is still open, and names it, so that a whole run does not
 * hang.
 */
import { after } from 'node:test'

const MAX_MS = 120_000

after(() => {
  const end = () => {
    console.error(`The tests are done, but the process does not end. Still open: ${process.getActiveResourcesInfo()}`)
    process.exit(1)
  }
  setTimeout(end, MAX_MS).unref()
})
