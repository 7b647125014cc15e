/** Ends a process that hangs, and names what is open, so that one failed test does not hold up a whole run. */
import { after, afterEach, beforeEach } from 'node:test'
import { Worker } from 'node:worker_threads'

/** Whoever tries this file sets them. */
const { BOARD_TEST_PROCESS_MAX_MS: MAX_MS = 1_200_000, BOARD_TEST_ENDING_MAX_MS: ENDING_MAX_MS = 120_000 } = process.env
/** A process that does not even come to its own timer is killed this much later. */
const BLOCKED_MS = 1_000

const underWay = new Set<string>()
beforeEach(({ fullName }) => void underWay.add(fullName))
afterEach(({ fullName }) => void underWay.delete(fullName))

function end(what: string) {
  console.error(
    `${what} Under way: ${[...underWay].join(', ') || 'no test'}. Open: ${process.getActiveResourcesInfo()}`,
  )
  process.exit(1)
}

setTimeout(end, Number(MAX_MS), 'The tests of this process take too long.').unref()
after(() => {
  setTimeout(end, Number(ENDING_MAX_MS), 'The tests are done, but the process does not end.').unref()
})

const kill = `
  const { writeSync } = require('node:fs')
  setTimeout(() => {
    writeSync(2, 'The tests of this process take too long, and it does nothing else: it is killed.\\n')
    process.kill(process.pid, 'SIGKILL')
  }, ${Number(MAX_MS) + BLOCKED_MS})`
new Worker(kill, { eval: true, execArgv: [] }).unref()
