/** Faults under a mixed write load: what was acknowledged is there, and what was not can be repeated safely. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onEachEngine } from '../board.ts'
import { engines } from '../setup/databases.ts'
import { endConnections, killService, type Result } from '../setup/load/faults.ts'

/** A kill costs a start of the service, and PostgreSQL recovers from its log in the same way each time. */
const KILLS = { sqlite: 4, postgres: 3 }
const ENDS = 3

function assertNothingLost({ lost, twice, findings, faults, acknowledged, unacknowledged }: Result, rounds: number) {
  assert.deepEqual({ lost, twice, findings, faults }, { lost: 0, twice: 0, findings: [], faults: [] })
  for (const [kind, count] of Object.entries(acknowledged)) assert.ok(count > 0, `no ${kind} were acknowledged`)
  assert.ok(unacknowledged >= rounds, 'every fault came while requests were running')
}

onEachEngine('kill -9 of the service under load', (engine) => {
  it('loses nothing that was acknowledged and does nothing twice', async () => {
    assertNothingLost(await killService(engine, { rounds: KILLS[engine] }), KILLS[engine])
  })
})

describe('PostgreSQL ending every connection under load', { skip: !engines.includes('postgres') }, () => {
  it('fails some requests, but loses neither the process nor a write', async () => {
    assertNothingLost(await endConnections({ rounds: ENDS }), ENDS)
  })
})
