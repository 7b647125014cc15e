/**
 * How far the heap may grow before all of it is collected. By default V8 lets
 * the heap of such a process grow by a third. One large article is that much, so each article would cause a full
 * collection: for up to 90 ms its threads and the event loop compete for the processors.
 */
import { setFlagsFromString } from 'node:v8'

const GROWTH_PERCENT = 300

/** For the whole process, its worker threads too. V8 reads this number at the end of a full collection, nowhere else. */
export function letHeapGrow() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
