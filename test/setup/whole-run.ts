/** Before and after a run of all tests, which ends even if one of them hangs. */
import { globalTeardown, globalSetup as setUp } from './global.ts'

const { BOARD_TEST_RUN_MAX_MS: MAX_MS = 2_400_000 } = process.env
const TEARDOWN_MS = 10_000

export { globalTeardown }

export async function globalSetup() {
  await setUp()
  setTimeout(end, Number(MAX_MS)).unref()
}

/** At SIGTERM the runner says which files are not done, and ends their processes. */
async function end() {
  console.error('The tests take too long.')
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), TEARDOWN_MS)
  await globalTeardown().catch(console.error)
  process.kill(process.pid, 'SIGTERM')
}
