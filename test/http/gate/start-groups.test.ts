import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Start, StartGroups } from '../../../src/http/gate/start-groups.ts'

/** Requests that take as long as they say, by a clock of the test's own. */
class Requests {
  #now = 0
  #size = 0
  readonly #groups: number[] = []
  readonly #queue = new StartGroups({
    hasPlace: () => true,
    now: () => this.#now,
    startTogether: (start) => {
      this.#size = 0
      start()
      this.#groups.push(this.#size)
    },
  })

  #taking(ms: number, isDone: boolean): Start {
    return () => {
      this.#size++
      this.#now += ms
      return isDone
    }
  }

  /** Sizes of the groups in which so many requests are begun. */
  async begin(count: number, { ms, isDone }: { ms: number; isDone: boolean }): Promise<number[]> {
    this.#groups.length = 0
    for (let n = 0; n < count; n++) this.#queue.add(this.#taking(ms, isDone))
    while (this.#queue.length > 0) await turn()
    await turn()
    return [...this.#groups]
  }
}

describe('requests that have arrived together', () => {
  it('are begun in groups of about two milliseconds', async () => {
    assert.deepEqual(await new Requests().begin(10, { ms: 0.5, isDone: true }), [4, 4, 2])
  })

  it('are begun one by one where each takes long', async () => {
    assert.deepEqual(await new Requests().begin(3, { ms: 40, isDone: true }), [1, 1, 1])
  })

  it('are fewer where the last ones took long after their start', async () => {
    const requests = new Requests()
    await requests.begin(20, { ms: 1, isDone: false })
    const groups = await requests.begin(20, { ms: 0, isDone: false })
    assert.ok((groups[0] ?? 0) < 5, `groups of ${groups}`)
    assert.ok((groups.at(-1) ?? 0) > (groups[0] ?? 0), `groups of ${groups}`)
  })

  it('are all answered at once where their answers are found, however long the thread stood still before', async () => {
    const requests = new Requests()
    for (let n = 0; n < 20; n++) await requests.begin(1, { ms: 500, isDone: false })
    assert.deepEqual(await requests.begin(30, { ms: 0.05, isDone: true }), [30])
  })

  it('are soon begun together again after the thread has stood still once', async () => {
    const requests = new Requests()
    await requests.begin(20, { ms: 0.1, isDone: false })
    await requests.begin(1, { ms: 500, isDone: false })
    const [first = 0] = await requests.begin(30, { ms: 0.1, isDone: false })
    assert.ok(first > 2, `a group of ${first}`)
  })
})
