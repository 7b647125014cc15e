/** Before and after a whole test run. */
import { type Cluster, startPostgres } from './postgres.ts'

let cluster: Cluster | undefined

export async function globalSetup() {
  if (!(process.env.BOARD_ENGINES ?? 'postgres').includes('postgres')) return
  if (process.env.BOARD_TEST_POSTGRES) return // somebody tries another server
  cluster = await startPostgres()
  process.env.BOARD_TEST_POSTGRES = cluster.url('postgres')
}

export async function globalTeardown() {
  await cluster?.stop()
}
