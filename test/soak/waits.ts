/** Calls that wait behind the proxies of `deploy/`, on two processes behind a pooler of PostgreSQL. */
import { setTimeout as pause } from 'node:timers/promises'
import { fixed } from '../../src/settings/limits.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { type Person, signUp } from '../setup/people.ts'
import { openPooler } from '../setup/pooler.ts'
import { startServers } from '../setup/processes.ts'
import { HOST, missingFor, type ProxyName, proxyNames, startProxy, throughProxy } from '../setup/proxies.ts'
import type { Row } from './row.ts'

const CALLS = 20
/** Until all calls wait: nothing tells a client that its call does. */
const SETTLE_MS = 3_000

async function behind(proxy: ProxyName, engine: Engine): Promise<Row> {
  await using stack = new AsyncDisposableStack()
  const database = await freshDatabase(engine)
  stack.defer(database.remove)
  const url = engine === 'postgres' ? stack.use(await openPooler(database.url)).url : database.url
  const env = { DATABASE_URL: url, BASE_URL: `https://${HOST}`, TRUST_PROXY: '1' }
  const { servers } = stack.use(await startServers(2, env))
  const front = stack.use(
    await startProxy(
      proxy,
      servers.map((server) => server.url.replace('http://', '')),
    ),
  )
  const call = throughProxy(front.port)
  const readers: Person[] = []
  for (let n = 0; n < CALLS; n++) readers.push(await signUp(call, `reader-${n}`))
  const [author] = readers as [Person]

  const begun = performance.now()
  const secondsSince = (start: number) => (performance.now() - start) / 1000
  const wait = (reader: Person, path: string) =>
    reader
      .get(`${path}wait=${fixed.waitMaxSeconds}`)
      .then(({ status, body }) => ({ status, items: body.items?.length }))
  const empty = readers.map((reader) => wait(reader, '/v1/inbox?'))
  const woken = readers.map((reader) => wait(reader, '/v1/activity?after=1&'))
  await pause(SETTLE_MS)
  for (let n = 0; n < 2; n++) await author.posts()
  const published = performance.now()
  const reached = await Promise.all(woken)
  const seconds = secondsSince(published)
  const ended = await Promise.all(empty)
  const whole = secondsSince(begun)
  const good =
    reached.filter(({ status, items }) => status === 200 && items > 0).length +
    ended.filter(({ status, items }) => status === 200 && items === 0).length
  return {
    tried: `calls that wait behind ${proxy}, two processes on ${engine === 'postgres' ? 'PostgreSQL behind a pooler' : 'SQLite'}`,
    times: `${CALLS} for a message, ${CALLS} for nothing`,
    happened: `${2 * CALLS - good} cut; the message reached all within ${seconds.toFixed(1)} s, the others were answered after ${whole.toFixed(0)} s`,
    ok: good === 2 * CALLS && whole >= fixed.waitMaxSeconds,
  }
}

export async function waits(): Promise<Row[]> {
  const rows: Row[] = []
  for (const proxy of proxyNames)
    if (missingFor(proxy) === undefined) rows.push(await behind(proxy, engines.at(-1) as Engine))
  return rows
}
