/** Ends a process whose tests are done but which still holds something open, and says what: one failed test must not hold up a whole run. */
import { after } from 'node:test'

const MAX_MS = 120_000

after(() => {
  const end = () => {
    console.error(`The tests are done, but the process does not end. Still open: ${process.getActiveResourcesInfo()}`)
    process.exit(1)
  }
  setTimeout(end, MAX_MS).unref()
})
