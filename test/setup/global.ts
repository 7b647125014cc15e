/** Before and after a whole test run. */
import { engines } from './databases.ts'
import { startPostgres } from './postgres.ts'
import { makeTemplates } from './templates.ts'

const removals: (() => Promise<void>)[] = []

export async function globalSetup() {
  // BOARD_TEST_POSTGRES may name another server.
  if (engines.includes('postgres') && !process.env.BOARD_TEST_POSTGRES) {
    const cluster = await startPostgres()
    removals.push(cluster.stop)
    process.env.BOARD_TEST_POSTGRES = cluster.url('postgres')
  }
  removals.push(await makeTemplates())
}

export async function globalTeardown() {
  for (const remove of removals.reverse()) await remove()
}
