/**
 * How far the heap may grow before all of it is collected. V8 allows a process that allocates little a third more than
 * it keeps; the bytes of one large article are that much, and count, so each made it collect everything: up to 90 ms in
 * which the threads that collect and the event loop compete for the processors.
 */
import { setFlagsFromString } from 'node:v8'

const GROWTH_PERCENT = 300

/** For the whole process, its worker threads too. V8 reads this number at the end of a full collection, nowhere else. */
export function letHeapGrow() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
