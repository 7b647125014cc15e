/** What would end a process: rejections that nobody handles, and exceptions that nobody can catch. */
import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Fails if anything of the kind has happened by the end of the test. */
export function watchUnhandled() {
  const seen: unknown[] = []
  const note = (error: unknown) => void seen.push(error)
  const events = ['unhandledRejection', 'uncaughtException'] as const
  for (const event of events) process.on(event, note)
  return {
    seen,
    async [Symbol.asyncDispose]() {
      await nextTurn()
      for (const event of events) process.off(event, note)
      assert.deepEqual(seen, [])
    },
  }
}
