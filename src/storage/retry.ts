import { setTimeout as pause } from 'node:timers/promises'
import { Failure, fail } from '../kernel/errors.ts'
import type { Observer } from './sql.ts'

/** What an engine's error means for the unit of work. */
export type Verdict = 'retry' | 'unavailable' | 'fault'

const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 100
const MAX_TRIES = 60

/** Retries a whole unit of work while another writer holds the lock: about five seconds at most. */
async function retrying<T>(judge: (error: unknown) => Verdict, work: () => Promise<T>): Promise<T> {
  for (let tries = 1, wait = FIRST_PAUSE_MS; ; tries++, wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure) throw error
      const verdict = judge(error)
      if (verdict === 'fault') throw error
      if (verdict === 'unavailable' || tries === MAX_TRIES) fail('UNAVAILABLE', undefined, { cause: error })
      await pause(wait)
    }
  }
}

/** Runs named units of work for an engine, with retries, and reports duration and success to the observer. */
export const runner =
  (judge: (error: unknown) => Verdict, observe: Observer) =>
  async <T>(name: string, kind: 'read' | 'write', work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    let ok = false
    try {
      const result = await retrying(judge, work)
      ok = true
      return result
    } finally {
      observe(name, kind, (performance.now() - start) / 1000, ok)
    }
  }
