import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { progress } from '../../src/cli/progress.ts'

/** What progress writes to a terminal or a file while the clock moves by `passes`. */
function output(isTTY: boolean) {
  const written: string[] = []
  let now = 0
  const out = { isTTY, write: (text: string) => written.push(text) > 0 }
  const report = progress('rows', { out: out as never, elapsedMs: () => now })
  const passes = (ms: number) => {
    now += ms
  }
  return { report, passes, written: () => written.join('') }
}

describe('progress', () => {
  it('is a bar on a terminal, drawn again in place when it has moved, and ended by a new line', () => {
    const { report, written } = output(true)

    for (const done of [1, 2, 500, 1_000]) report(done, 1_000)

    const drawn = written().split('\r').slice(1)
    assert.equal(drawn.length, 3)
    assert.equal(drawn[1], `rows ${'█'.repeat(15)}${'░'.repeat(15)} 500 of 1,000`)
    assert.ok(written().endsWith(`${'█'.repeat(30)} 1,000 of 1,000\n`))
  })

  it('is a plain line every five seconds elsewhere, and nothing for short work', () => {
    const { report, passes, written } = output(false)

    report(10, 100)
    passes(4_999)
    report(20, 100)
    assert.equal(written(), '')
    passes(1)
    report(30, 100)
    report(40, 100)
    passes(5_000)
    report(100, 100)

    assert.equal(written(), 'rows: 30 of 100\nrows: 100 of 100\n')
  })
})
