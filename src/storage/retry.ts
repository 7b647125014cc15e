import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '../kernel/errors.ts'
import { type Deadline, deadlineIn } from './pool.ts'
import type { Observer } from './sql.ts'

/** What an engine's error means for the unit of work. */
export type Verdict = 'retry' | 'unavailable' | 'fault'

const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 100

/** Retries a whole unit of work while another writer holds the lock, until its deadline. */
export async function retrying<T>(
  judge: (error: unknown) => Verdict,
  deadline: Deadline,
  work: () => Promise<T>,
): Promise<T> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'fault') throw error
      if (verdict === 'unavailable' || deadline.remainingMs() === 0) fail('UNAVAILABLE', undefined, { cause: error })
      await pause(Math.min(wait, deadline.remainingMs()))
    }
  }
}

export type Unit<T> = {
  name: string
  kind: 'read' | 'write'
  maxWaitMs: number
  work(deadline: Deadline): Promise<T>
}

/** Runs named units of work for an engine, with retries, and reports duration and success to the observer. */
export const runner =
  (judge: (error: unknown) => Verdict, observe: Observer) =>
  async <T>({ name, kind, maxWaitMs, work }: Unit<T>): Promise<T> => {
    const start = performance.now()
    const deadline = deadlineIn(maxWaitMs)
    const seconds = () => (performance.now() - start) / 1000
    try {
      const result = await retrying(judge, deadline, () => work(deadline))
      observe(name, kind, seconds(), true)
      return result
    } catch (error) {
      observe(name, kind, seconds(), false, error)
      throw error
    }
  }

/** For requests: a file that cannot be read at this moment is a matter for the operator, not a fault of the program. */
export function orUnavailable(read: () => string): string {
  try {
    return read()
  } catch (cause) {
    return fail('UNAVAILABLE', undefined, { cause })
  }
}
