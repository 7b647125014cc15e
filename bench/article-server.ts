/** The service, with a look inside: how long the writer's lock was held, and how long the event loop stood still. */
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const locks: number[] = []
let lockedAt = 0

/** On SQLite the lock is held from BEGIN IMMEDIATE to the end of COMMIT. */
const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function timedExec(this: DatabaseSync, text: string) {
  if (text === 'BEGIN IMMEDIATE') lockedAt = performance.now()
  exec.call(this, text)
  if (text === 'COMMIT' && lockedAt !== 0) {
    locks.push(performance.now() - lockedAt)
    lockedAt = 0
  }
}

const env = process.env
const app = await openApp({ config: readConfig(env), env, log: pino({ level: 'error' }) })
await app.server.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.server.address() as AddressInfo

process.on('message', (message) => {
  if (message === 'start') {
    locks.length = 0
    delay.enable()
    delay.reset()
  } else {
    process.send?.({
      locks,
      longestStopMs: delay.max / 1e6 - RESOLUTION_MS,
      p999StopMs: delay.percentile(99.9) / 1e6 - RESOLUTION_MS,
    })
  }
})
process.send?.({ port })
