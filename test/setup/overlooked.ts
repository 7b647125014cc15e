/** A test looks at the status of every write: one that failed unnoticed, on a busy machine, makes it prove something else. */
import assert from 'node:assert/strict'
import type { Answer, CallOptions } from './call.ts'

export class Overlooked {
  readonly #failed = new Map<symbol, string>()

  /** The same answer; if a write was refused or failed with it, that is remembered until somebody looks at the answer. */
  watch({ method = 'GET' }: Pick<CallOptions, 'method'>, path: string, answer: Answer): Answer {
    const { status, headers, body } = answer
    if (status < 400 || method === 'GET' || method === 'HEAD') return answer
    const id = Symbol(path)
    this.#failed.set(id, `${method} ${path}: ${status} ${JSON.stringify(body)}`)
    const look = <T>(value: T): T => {
      this.#failed.delete(id)
      return value
    }
    const error = body?.error
    if (error) Object.defineProperty(body, 'error', { enumerable: true, configurable: true, get: () => look(error) })
    return {
      get headers() {
        return look(headers)
      },
      get status() {
        return look(status)
      },
      get body() {
        return error ? body : look(body)
      },
    }
  }

  assertNone() {
    assert.deepEqual(
      [...this.#failed.values()],
      [],
      'writes were refused or failed, and the test did not look at their answers',
    )
  }
}
