/** Waits at the start for a database that is starting, or whose leader is being replaced. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Failure } from '../kernel/errors.ts'
import { tuning } from '../settings/tuning.ts'
import { deadlineIn } from '../storage/pool.ts'
import { NotReadyDatabase } from '../storage/unusable.ts'

const PAUSE_MS = 1_000

/** An address without an answer is refused at once, because it is probably wrong. */
const isPassing = (error: unknown) =>
  error instanceof NotReadyDatabase || (error instanceof Failure && error.code === 'UNAVAILABLE')

export async function openPatiently<T>(
  open: () => Promise<T>,
  log: Logger,
  maxMs = tuning.startMaxSeconds * 1000,
): Promise<T> {
  const deadline = deadlineIn(maxMs)
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isPassing(error) || deadline.remainingMs() === 0) throw error
      log.warn({ err: error }, 'the database cannot be used yet; trying again')
      log.flush()
      await pause(PAUSE_MS)
    }
  }
}
