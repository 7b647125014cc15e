/** The service, with a look inside: how long the writer's lock was held, and how long the event loop stood still. */
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/settings/config.ts'
import { letHeapGrow } from '../src/worker/heap.ts'
import { type Counted, counters, ownMs, type Stops, watchStops } from './stops.ts'

let stops: (() => Stops) | undefined
const count = counters()
const locks: number[] = []
const ownLocks: number[] = []
let locked: Counted | undefined

/** On SQLite the lock is held from BEGIN IMMEDIATE to the end of COMMIT. */
const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function timedExec(this: DatabaseSync, text: string) {
  if (stops && text === 'BEGIN IMMEDIATE') locked = count()
  exec.call(this, text)
  if (text === 'COMMIT' && locked) {
    const now = count()
    locks.push(now.at - locked.at)
    ownLocks.push(ownMs(now.at - locked.at, locked, now))
    locked = undefined
  }
}

letHeapGrow()
const env = process.env
const app = await openApp({ config: readConfig(env), env, log: pino({ level: 'error' }) })
await app.server.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.server.address() as AddressInfo

process.on('message', (message) => {
  if (message === 'start') {
    locks.length = 0
    ownLocks.length = 0
    stops = watchStops()
  } else {
    process.send?.({ locks, ownLocks, ...stops?.() })
    stops = undefined
  }
})
process.send?.({ port })
