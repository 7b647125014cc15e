/**
 * How far the heap may grow before V8 collects all of it. The default is a third. One large article takes that much, so
 * each would cause a full collection, whose threads compete with the event loop for the processors for up to 90 ms.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const GROWTH_PERCENT = 300

/**
 * For the whole process, its worker threads too. V8 reads this number at the end of a full collection, nowhere else.
 */
export function letHeapGrow() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}

/** What only the start needed would stay in memory until the process is busy. A usual collection would keep that room. */
export function collectAfterStart() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
