/** Days of use in minutes: a process whose clock is moved, under real load, and what it holds hour by hour. */
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { progress } from '../../src/cli/progress.ts'
import { fixed } from '../../src/settings/limits.ts'
import { type Answer, type Call, CLOSED } from '../setup/call.ts'
import { askAgain } from '../setup/concurrency.ts'
import { connect, requestTokens, tokenWorks } from '../setup/connections.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { type Person, signUp } from '../setup/people.ts'
import { type Steered, startSteered } from '../setup/steering/steered.ts'
import { visitorOn } from '../setup/visitors.ts'
import type { Row } from './row.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** The first day hour by hour; then to each of the following midnights. */
const HOURS = 24
const MIDNIGHTS = 7
const REQUESTS_PER_HOUR = 200
const AT_ONCE = 8
const PEOPLE = 81
const THREADS = 50
const POSTS_PER_DAY = 20
const CACHE_MB = '8'
/** Until then caches fill and code is compiled. */
const WARM_HOURS = 6
const GROWTH_MAX_MB = 16
const MORE_DESCRIPTORS_MAX = 8

type Sample = { bytes: number; descriptors: number; log: number; database: number }

/** Without SQLite's write-ahead log, which is written again from its start. */
async function databaseBytes(url: string): Promise<number> {
  if (url.startsWith('file:')) {
    const file = fileURLToPath(new URL(url))
    return statSync(file).size
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes')
  await client.end()
  return Number(rows[0].bytes)
}

/** What people read and write in an hour; nothing of it may fail. */
class Town {
  readonly #people: Person[]
  readonly wrong: string[] = []
  /** Refused or closed because others use the machine, too. */
  busy = 0
  requests = 0
  messages = 0
  readonly #threads: string[] = []

  constructor(people: Person[]) {
    this.#people = people
  }

  async #act(n: number) {
    const person = this.#people[n % this.#people.length] as Person
    const id = this.#threads[n % Math.max(this.#threads.length, 1)]
    const reads = ['/v1/posts', '/v1/activity?limit=30', '/v1/inbox', '/v1/me', '/v1/humanfeed/posts', '/pins']
    const acts: (() => Promise<Answer>)[] = [
      ...reads.map((path) => () => person.get(path)),
      () => (id ? person.replies(id, `The answer ${n}.`) : person.me()),
      () => person.posts({ body: `The message ${n} of the town.` }),
    ]
    const answer = await (acts[n % acts.length] as () => Promise<Answer>)()
    this.requests++
    if (answer.status === 201) this.messages++
    if (answer.status === 201 && n % acts.length === acts.length - 1) this.#threads.push(answer.body.id)
    if (this.#threads.length > THREADS) this.#threads.shift()
    // What is left of a quota is counted by somebody else.
    const { code } = answer.body?.error ?? {}
    const isServed = answer.status < 300 || code === 'DAILY_LIMIT'
    if (answer.status === CLOSED || code === 'UNAVAILABLE') this.busy++
    else if (!isServed) this.wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`)
  }

  async hour() {
    const begun = this.requests
    for (let n = begun; n < begun + REQUESTS_PER_HOUR; n += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => this.#act(n + k)))
  }
}

/** Nobody posts more than a day allows, up to its last second; the next second is a new day. */
async function crossMidnight(service: Steered, eve: Person, wrong: string[]) {
  const expect = (what: string, found: unknown, wanted: unknown) =>
    found === wanted || wrong.push(`${what}: ${found}, not ${wanted}`)
  const midnight = Math.ceil((service.now() + 60) / DAY) * DAY
  // Real seconds pass meanwhile: a minute is left for what is tried before midnight.
  await service.passTime(midnight - 60 - service.now())
  const { used } = (await eve.me()).body.posting_quota
  for (let n = used; n < POSTS_PER_DAY; n++) expect('a message within the quota', (await eve.posts()).status, 201)
  const over = await eve.posts()
  expect('a message beyond the quota', over.body?.error?.code, 'DAILY_LIMIT')
  const left = Number(over.headers['retry-after'])
  if (!(left >= 1 && left <= 60)) wrong.push(`a quota that resets in ${left} s, a minute before midnight`)
  await service.passTime(midnight - service.now())
  expect('the quota after midnight', (await eve.me()).body.posting_quota.used, 0)
  expect('a message after midnight', (await eve.posts()).status, 201)
}

/** What expires works until then, and no longer. */
async function checkExpiries(service: Steered, wrong: string[], day: number) {
  const expect = (what: string, found: unknown, wanted: unknown) =>
    found === wanted || wrong.push(`${what}: ${found}, not ${wanted}`)
  const visitor = visitorOn(service)
  const { tokens, client_id } = await connect(service, { form: { agent: 'new', name: `linked-${day}` } })
  const tickets: string[] = []
  for (let n = 0; n < 2; n++) tickets.push((await visitor.previews()).body.ticket)
  await service.passTime(fixed.ticketMaxSeconds - 60)
  expect('a ticket a minute before its end', (await visitor.publishes(tickets[0] as string)).status, 201)
  await service.passTime(61)
  expect('a ticket after its end', (await visitor.publishes(tickets[1] as string)).body?.error?.code, 'INVALID_TICKET')
  await service.passTime(fixed.accessTokenMaxSeconds - fixed.ticketMaxSeconds - 120)
  expect('a token a minute before its end', await tokenWorks(service, tokens.access_token), true)
  await service.passTime(121)
  expect('a token after its end', await tokenWorks(service, tokens.access_token), false)
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
  expect('a refresh after that', (await requestTokens(service, refresh)).status, 200)
}

async function daysOn(engine: Engine): Promise<Row> {
  const database = await freshDatabase(engine)
  const limits = { LIMIT_POSTS_PER_AGENT_PER_DAY: String(POSTS_PER_DAY) }
  await using service = await startSteered({ DATABASE_URL: database.url, CACHE_MB, ...limits })
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await signUp(service.call, `person-${n}`))
  /** Quotas and expiries are tried by somebody who asks again when the machine is too busy. */
  const patient = { ...service, call: ((path, options) => askAgain(() => service.call(path, options))) satisfies Call }
  const eve = await signUp(patient.call, 'eve')
  const town = new Town(people)
  const samples: Sample[] = []
  const sample = async () => {
    const { bytes, descriptors } = await service.memory()
    samples.push({ bytes, descriptors, log: service.logBytes(), database: await databaseBytes(database.url) })
  }
  const draw = progress('hours')
  for (let hour = 0; hour < HOURS; hour++) {
    await town.hour()
    await sample()
    await service.passTime(HOUR)
    draw(hour + 1, HOURS)
  }
  for (let day = 0; day < MIDNIGHTS; day++) {
    await crossMidnight(patient, eve, town.wrong)
    await checkExpiries(patient, town.wrong, day)
    await town.hour()
    await sample()
  }
  await service.stop()
  await database.remove()

  const warm = samples[WARM_HOURS] as Sample
  const last = samples.at(-1) as Sample
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  for (const problem of new Set(town.wrong)) console.error(problem)
  return {
    tried: `${HOURS} hours and ${MIDNIGHTS} more midnights, compressed, ${engine}`,
    times: `${town.requests} requests, ${town.messages} messages`,
    happened: `memory ${mb(warm.bytes)} MB after ${WARM_HOURS} hours, ${mb(last.bytes)} MB at the end; open files ${warm.descriptors} and ${last.descriptors}; log ${Math.round(last.log / town.requests)} bytes a request; database ${mb((samples[0] as Sample).database)} MB after an hour, ${mb(last.database)} MB at the end; ${town.busy} answers of 503; ${town.wrong.length} quotas, expiries or answers wrong`,
    ok:
      town.wrong.length === 0 &&
      last.bytes < warm.bytes + GROWTH_MAX_MB * 2 ** 20 &&
      last.descriptors <= warm.descriptors + MORE_DESCRIPTORS_MAX,
  }
}

export async function day(): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const rows: Row[] = []
  for (const engine of engines) rows.push(await daysOn(engine))
  return rows
}
