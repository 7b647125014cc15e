/** A process of tests ends whatever hangs in it (test/setup/ending.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { launchProgram } from '../setup/processes.ts'

const ending = new URL('../setup/ending.ts', import.meta.url).href
const preamble = `import '${ending}'
import { it } from 'node:test'
setInterval(() => {}, 1_000)
`

async function endOf(tests: string, env: Record<string, string>) {
  const words = ['--no-warnings', '--input-type=module', '--eval', preamble + tests]
  await using program = launchProgram(words, env)
  const exit = await program.exited
  return { ...exit, stderr: program.written.stderr }
}

describe('a process of tests', () => {
  it('that holds something open when they are done is ended', async () => {
    const { code, stderr } = await endOf("it('is done', () => {})", { BOARD_TEST_ENDING_MAX_MS: '100' })
    assert.equal(code, 1)
    assert.match(stderr, /The tests are done, but the process does not end\. .*Open: .*Timeout/)
  })

  it('in which one waits for ever is ended, and the test is named', async () => {
    const { code, stderr } = await endOf("it('waits', () => new Promise(() => {}))", {
      BOARD_TEST_PROCESS_MAX_MS: '800',
    })
    assert.equal(code, 1)
    assert.match(stderr, /take too long\. Under way: waits\./)
  })

  it('in which one blocks the whole thread is killed', async () => {
    const block = "it('blocks', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })"
    const { signal, stderr } = await endOf(block, { BOARD_TEST_PROCESS_MAX_MS: '1000' })
    assert.equal(signal, 'SIGKILL')
    assert.match(stderr, /it is killed/)
  })
})
