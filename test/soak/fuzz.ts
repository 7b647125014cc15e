/** The requests of test/whole/contract-fuzz.test.ts in great number, to a process of its own, while faults strike. */
import { setTimeout as pause } from 'node:timers/promises'
import { progress } from '../../src/cli/progress.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { assertAsDescribed } from '../board.ts'
import { type Call, CLOSED } from '../setup/call.ts'
import { randomFrom } from '../setup/contract-requests.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { Attack, type Target } from '../setup/fuzz/attack.ts'
import { openCast } from '../setup/load/stories.ts'
import { startPostgres } from '../setup/postgres.ts'
import { launch } from '../setup/processes.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'
import { type Memory, type Steered, startSteered } from '../setup/steering/steered.ts'
import type { Row } from './row.ts'

const REQUESTS_PER_ROUND = 5_000
const REQUESTS_PER_FAULT = 400
const AT_ONCE = 8
const FAULT_MS = 2_000
const READY_POLL_MS = 100
const STEER_MS = 250
/** Less is remembered than the run could fill, so that what grows is no cache. */
const CACHE_MB = '8'
const GROWTH_MAX_MB = 24
const BUSY_SHARE_MAX = 0.01
const DAY = 86_400
/** At most, ahead and behind: the allowances of a day that lies further back may be gone (docs/decisions/0026). */
const WRONG_DAYS = 3

/** A fault is struck, lasts, and is over once the service answers again. */
type Fault = { name: string; strike(): unknown; recover?(): unknown; isHidden?: boolean }

async function openDatabaseServer(engine: Engine) {
  if (engine === 'sqlite') {
    const { url, remove } = await freshDatabase('sqlite')
    return { url, serviceUrl: url, faults: (): Fault[] => [], close: remove }
  }
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  const peer = await openSlowPeer(url)
  return {
    url,
    serviceUrl: peer.url,
    faults: (): Fault[] => [
      { name: 'PostgreSQL silent', strike: peer.swallowEverything, recover: peer.acceptAgain },
      { name: 'PostgreSQL killed and started again', strike: cluster.crash, recover: cluster.restart },
      { name: 'connections to PostgreSQL cut', strike: peer.cut },
    ],
    async close() {
      await peer[Symbol.asyncDispose]()
      await cluster.stop()
    },
  }
}

function faultsOf(engine: Engine, service: Steered, random: ReturnType<typeof randomFrom>): Fault[] {
  let wrongBy = 0
  const setWrong = () => {
    const before = wrongBy
    wrongBy = (random.next() * 2 - 1) * WRONG_DAYS * DAY
    return service.passTime(wrongBy - before)
  }
  return [
    { name: 'worker thread ended', strike: service.endThreads },
    // Nothing is refused because of the time: what is 503 then is a failure.
    { name: 'clock set wrong', isHidden: true, strike: setWrong },
    ...(engine === 'sqlite' ? [{ name: 'disk full', strike: service.fillDisk, recover: service.freeDisk }] : []),
  ]
}

async function waitUntilReady(call: Call) {
  while ((await call('/readyz')).status !== 200) await pause(READY_POLL_MS)
}

async function fuzzOn(engine: Engine, requests: number): Promise<Row> {
  const seed = Number(process.env.BOARD_SEED ?? Date.now() % 1_000_000)
  console.error(`${engine}: BOARD_SEED=${seed}`)
  const random = randomFrom(seed)
  const database = await openDatabaseServer(engine)
  const service = await startSteered({ DATABASE_URL: database.serviceUrl, CACHE_MB })
  const db = await openDatabase(database.url)
  /** Infinite while a fault lasts. */
  let excusedUntil = 0
  const call: Call = async (path, options = {}) => {
    const answer = await service.call(path, options)
    if (answer.status !== CLOSED) assertAsDescribed(options.method ?? 'GET', path, answer)
    return answer
  }
  const target: Target = { call, port: service.port, db, isExcused: (since) => since <= excusedUntil, mayBeBusy: true }
  const attack = new Attack(target, random)
  await attack.begin()
  await openCast(call) // an article that guests can comment on

  const kill: Fault = { name: 'process killed and started again', strike: service.kill, recover: service.start }
  const lasting = [...faultsOf(engine, service, random), ...database.faults()]
  const struck = new Map<string, number>()
  let isOver = true
  async function run({ name, strike, recover, isHidden }: Fault) {
    isOver = false
    struck.set(name, (struck.get(name) ?? 0) + 1)
    if (!isHidden) excusedUntil = Number.POSITIVE_INFINITY
    await strike()
    await pause(FAULT_MS)
    await recover?.()
    await waitUntilReady(service.call)
    if (!isHidden) excusedUntil = performance.now()
    isOver = true
  }

  const draw = progress('requests')
  let [nextFault, count] = [REQUESTS_PER_FAULT, 0]
  let running: Promise<void> = Promise.resolve()
  let early: Memory | undefined
  async function steer() {
    await pause(STEER_MS)
    draw(Math.min(attack.sent, requests), requests)
    if (!isOver) return
    await service.passTime(random.below(2_000))
    if (!early && attack.sent > requests / 5) early = await service.memory()
    if (attack.sent < nextFault) return
    // A process that was started late has not warmed up, so kills come only long before its memory is measured.
    const faults = attack.sent > requests / 10 ? lasting : [kill, ...lasting]
    running = run(faults[count++ % faults.length] as Fault)
    nextFault = attack.sent + REQUESTS_PER_FAULT
  }
  const untilDone = async (act: () => Promise<void>) => {
    while (attack.sent < requests) await act()
  }
  const strikers = Array.from({ length: AT_ONCE }, () => untilDone(() => attack.strike()))
  await Promise.all([...strikers, untilDone(steer)])
  await running
  const late = await service.memory()
  await db.close()
  const fresh = await openDatabase(database.url)
  const rows = await attack.assertRowsAreOwn(fresh)
  await fresh.close()
  await service.stop()
  const check = launch({ DATABASE_URL: database.url }, 'check')
  const isClean = (await check.exited).code === 0
  if (!isClean) console.error(check.written.stdout, check.written.stderr)
  await database.close()

  const mb = ({ bytes }: Memory) => Math.round(bytes / 2 ** 20)
  const [before, after] = [mb(early ?? late), mb(late)]
  const list = [...struck].map(([name, times]) => `${name} ${times}`).join(', ')
  return {
    tried: `requests made from the served descriptions and pages, with faults, ${engine}`,
    times: `${attack.sent} requests; faults: ${list}`,
    happened: `no 5xx but 503 during a fault, and ${attack.busy} times when the machine was too busy; ${attack.closed} connections closed without an answer, no foreign mark in an answer or in ${rows} rows; memory ${before} MB after a fifth, ${after} MB at the end; ${attack.missed().length} operations and tools never tried; check ${isClean ? 'clean' : 'NOT clean'}`,
    ok:
      isClean &&
      attack.busy < BUSY_SHARE_MAX * attack.sent &&
      after < before + GROWTH_MAX_MB &&
      attack.missed().length === 0,
  }
}

export async function fuzz(rounds: number): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const rows: Row[] = []
  for (const engine of engines) rows.push(await fuzzOn(engine, rounds * REQUESTS_PER_ROUND))
  return rows
}
