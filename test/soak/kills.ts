/** kill -9 under the mixed load: of the service on both engines, and of the PostgreSQL server. */
import { progress } from '../../src/cli/progress.ts'
import { engines } from '../setup/databases.ts'
import { killDatabaseServer, killService, type Result } from '../setup/load/faults.ts'
import { startPostgres } from '../setup/postgres.ts'
import type { Row } from './row.ts'

/** A kill on PostgreSQL takes longer, and PostgreSQL is not ours to prove. */
const SQLITE_PER_POSTGRES = 10

function rowOf(
  what: string,
  rounds: number,
  { lost, twice, findings, faults, acknowledged, unacknowledged }: Result,
): Row {
  const counts = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}`)
  const clean =
    findings.length === 0 ? '`check` clean' : `\`check\` found ${findings.map(({ name }) => name).join(', ')}`
  const strange = faults.length === 0 ? '' : `; ${faults.length} other answers, such as ${faults[0]}`
  return {
    tried: `kill -9 of ${what} under mixed load`,
    times: `${rounds} kills; acknowledged: ${counts.join(', ')}; ${unacknowledged} more were begun`,
    happened: `${lost} lost, ${twice} twice, ${clean}${strange}`,
    ok: lost === 0 && twice === 0 && findings.length === 0 && faults.length === 0,
  }
}

const shown = (rounds: number) => {
  const draw = progress('kills')
  return { rounds, report: (done: number) => draw(done, rounds) }
}

async function killCluster(rounds: number): Promise<Row> {
  const cluster = await startPostgres({ durable: true })
  try {
    return rowOf('the PostgreSQL server', rounds, await killDatabaseServer(cluster, shown(rounds)))
  } finally {
    await cluster.stop()
  }
}

export async function kills(rounds: number): Promise<Row[]> {
  const fewer = Math.ceil(rounds / SQLITE_PER_POSTGRES)
  const rows: Row[] = []
  if (engines.includes('sqlite'))
    rows.push(rowOf('the service, SQLite', rounds, await killService('sqlite', shown(rounds))))
  if (!engines.includes('postgres')) return rows
  rows.push(rowOf('the service, PostgreSQL', fewer, await killService('postgres', shown(fewer))))
  rows.push(await killCluster(fewer))
  return rows
}
