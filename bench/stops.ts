/**
 * How late the event loop serves a timer, and whose fault that is. The system counts for each thread how long it
 * computed and how long it was ready but waited for a processor, and for the machine how long its host ran something
 * else. What remains of a delay is the process's own: it computed, or it waited in a system call. Time that the event
 * loop itself calls idle is not: there was nothing to do, and the system woke it late.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { quantile } from './report.ts'

const EVERY_MS = 2
/** The system counts the host's time in hundredths of a second. */
const STEAL_MS = 10
/** While a thread runs, the system counts its time at least so often (250 times a second, or more). */
const TICK_MS = 4

export type Stops = {
  /** The longest delay by the clock. */
  longestMs: number
  /** The longest without the waits for a processor, of this machine or of its host. */
  longestOwnMs: number
  p999OwnMs: number
}

/** `runs` is how often the thread was given a processor. */
export type Counted = { at: number; computedMs: number; waitedMs: number; runs: number; stolenMs: number }

export function counters() {
  const files = { thread: openSync('/proc/thread-self/schedstat', 'r'), machine: openSync('/proc/stat', 'r') }
  const bytes = Buffer.alloc(200)
  const fields = (file: number) => bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(/\s+/)
  const count = (): Counted => {
    const [computed, waited, runs] = fields(files.thread)
    const stolen = fields(files.machine)[8]
    return {
      at: performance.now(),
      computedMs: Number(computed) / 1e6,
      waitedMs: Number(waited) / 1e6,
      runs: Number(runs),
      stolenMs: Number(stolen) * STEAL_MS,
    }
  }
  return Object.assign(count, { close: () => Object.values(files).forEach(closeSync) })
}

/**
 * How much of a time was the process's own. A thread that has kept its processor all the time was computing; where the
 * system has not counted that, the host had stopped the processor.
 */
export function ownMs(late: number, before: Counted, now: Counted): number {
  const elsewhere = now.waitedMs - before.waitedMs + now.stolenMs - before.stolenMs
  const computed = Math.min(late, now.computedMs - before.computedMs)
  const most = now.runs === before.runs ? computed + TICK_MS : Number.POSITIVE_INFINITY
  return Math.min(most, Math.max(0, computed, late - elsewhere))
}

/** How much of the machine's time its host ran something else, in per cent, until the report. */
export function watchHost(): () => number {
  const count = counters()
  const before = count()
  return () => {
    const now = count()
    count.close()
    return (100 * (now.stolenMs - before.stolenMs)) / ((now.at - before.at) * availableParallelism())
  }
}

/** Watches the thread that calls it, until the report. */
export function watchStops(): () => Stops {
  const count = counters()
  const late: number[] = [0]
  const own: number[] = [0]
  let before = count()
  let loopBefore = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = count()
    const loop = performance.eventLoopUtilization()
    const delay = now.at - before.at - EVERY_MS
    late.push(delay)
    own.push(ownMs(Math.min(delay, loop.active - loopBefore.active), before, now))
    before = now
    loopBefore = loop
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    count.close()
    return { longestMs: Math.max(...late), longestOwnMs: Math.max(...own), p999OwnMs: quantile(own, 0.999) }
  }
}
