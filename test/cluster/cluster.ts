/** The set-up of deploy/cluster, filled in for three machines here, with three processes of the service. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Server, startServer } from '../setup/processes.ts'
import { endDaemon, lastLines, Machine, makeNetwork, OUTSIDE, startDaemon } from './machines.ts'
import { asServiceUser } from './packages.ts'

const templates = join(import.meta.dirname, '../../deploy/cluster')
const PASSWORD = 'a-password-of-the-test'
const APP_PORTS = [8081, 8082, 8083]
/** Only ends what hangs. */
const READY_MAX_MS = 240_000
const POLL_MS = 200

type Member = { name: string; role: string; state: string }

const isRoot = asServiceUser.length > 0
const idOf = (flag: '-u' | '-g', name: string) => Number(execFileSync('id', [flag, name]))

function writeSettings(folder: string): string {
  const values: Record<string, string> = {
    ...Object.fromEntries([1, 2, 3].map((n) => [`DB${n}`, `10.77.0.${n}`])),
    ...Object.fromEntries(APP_PORTS.map((port, n) => [`APP${n + 1}`, `127.0.0.1:${port}`])),
    NETWORK: '10.77.0.0/24',
    PROXY: OUTSIDE,
    BASE_URL: 'http://board.test',
    POSTGRES_PASSWORD: PASSWORD,
    REPLICATION_PASSWORD: PASSWORD,
    BOARD_PASSWORD: PASSWORD,
    POSTGRES_DATA: `${folder}/@NODE@/postgres`,
    ETCD_DATA: `${folder}/@NODE@/etcd`,
    PGBOUNCER_FILES: `${folder}/app`,
    HAPROXY_FILES: `${folder}/proxy`,
    ...(!isRoot && { HAPROXY_USER: whoami('-un'), HAPROXY_GROUP: whoami('-gn') }),
  }
  const example = readFileSync(join(templates, 'settings.example'), 'utf8')
  const filled = example.replace(/^([A-Z0-9_]+)=.*$/gm, (line, name: string) =>
    values[name] ? `${name}=${values[name]}` : line,
  )
  const file = join(folder, 'settings')
  writeFileSync(file, filled)
  return file
}

const whoami = (flag: string) => execFileSync('id', [flag], { encoding: 'utf8' }).trim()

/** The files hold passwords, so only the user that reads them may. */
function giveToServices(folder: string) {
  if (!isRoot) return
  const [uid, gid] = [idOf('-u', 'postgres'), idOf('-g', 'postgres')]
  const files = execFileSync('find', [folder], { encoding: 'utf8' }).split('\n').filter(Boolean)
  for (const file of files) chownSync(file, uid, gid)
}

const readEnvironment = (file: string) =>
  Object.fromEntries([...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'board-cluster-'))
  readonly machines: Machine[]
  readonly url = `http://${OUTSIDE}`
  readonly databaseUrl = `postgres://board:${PASSWORD}@127.0.0.1:6432/board`
  readonly apps: Server[] = []
  readonly #missing = Promise.withResolvers<never>()
  /** Fails when a process that was started here has ended, and nobody ended it. */
  readonly allAlive = this.#missing.promise
  #pgbouncer: ChildProcess | undefined
  #haproxy: ChildProcess | undefined

  constructor() {
    makeNetwork()
    this.machines = [1, 2, 3].map((n) => new Machine(`db${n}`, `10.77.0.${n}`))
    chmodSync(this.folder, 0o755)
    const settings = writeSettings(this.folder)
    execFileSync('sh', [join(templates, 'fill.sh'), settings, this.folder])
    mkdirSync(this.#logs, { mode: 0o755 })
    giveToServices(this.folder)
  }

  get #logs() {
    return join(this.folder, 'logs')
  }

  get #daemons() {
    return { logs: this.#logs, missed: (problem: string) => this.#missing.reject(new Error(problem)) }
  }

  startMember(machine: Machine) {
    const files = join(this.folder, machine.name)
    const options = { ...this.#daemons, machine }
    const env = { HOME: files, LANG: 'C.UTF-8' }
    startDaemon(`${machine.name}-etcd`, ['etcd'], { ...options, env: readEnvironment(`${files}/etcd.env`) })
    startDaemon(`${machine.name}-patroni`, ['patroni', `${files}/patroni.yml`], { ...options, env })
  }

  startPgbouncer() {
    const words = ['/usr/sbin/pgbouncer', `${this.folder}/app/pgbouncer.ini`]
    this.#pgbouncer = startDaemon('pgbouncer', words, this.#daemons)
  }

  async restartPgbouncer() {
    await endDaemon(this.#pgbouncer as ChildProcess, 'SIGKILL')
    this.startPgbouncer()
  }

  /** As a supervisor does: a start that finds no database is followed by another. */
  async startApp(n: number) {
    const env = { DATABASE_URL: this.databaseUrl, PORT: String(APP_PORTS[n]), TRUST_PROXY: '1' }
    await this.#waitFor(`process ${n}`, async () => {
      const app = await startServer(env)
      this.apps[n] = app
      app.exited.then(({ code, signal }) => {
        const { stdout, stderr } = app.written
        if (this.apps[n] === app)
          this.#daemons.missed(`process ${n} ended with ${code ?? signal}:\n${lastLines(stdout + stderr)}`)
      })
      return true
    })
  }

  /** As `kill -9` does. */
  async killApp(n: number) {
    const app = this.apps[n]
    delete this.apps[n]
    await app?.[Symbol.asyncDispose]()
  }

  /** As a supervisor does. */
  async stopApp(n: number) {
    const app = this.apps[n]
    delete this.apps[n]
    await app?.stop()
  }

  async start() {
    for (const machine of this.machines) this.startMember(machine)
    await this.waitUntilWhole()
    await this.#createDatabase()
    this.#haproxy = startDaemon('haproxy', ['/usr/sbin/haproxy', '-f', `${this.folder}/proxy/haproxy.cfg`], {
      ...this.#daemons,
      asStarted: true,
    })
    this.startPgbouncer()
    await this.#waitFor('PgBouncer with a leader behind it', async () => {
      const client = new pg.Client({ connectionString: this.databaseUrl })
      await client.connect()
      const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby').finally(() => client.end())
      return rows[0].standby === false
    })
    for (const n of APP_PORTS.keys()) await this.startApp(n)
  }

  /** What the README asks the operator to do once. */
  async #createDatabase() {
    await this.#askLeader(await this.leader(), [
      `CREATE ROLE board LOGIN PASSWORD '${PASSWORD}'`,
      'CREATE DATABASE board OWNER board',
    ])
  }

  /** What Patroni says, asked on these machines; undefined where none of them answers. */
  async #members(machines = this.machines): Promise<Member[] | undefined> {
    const asked = machines.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
      return ((await answer.json()) as { members: Member[] }).members
    })
    return Promise.any(asked).catch(() => undefined)
  }

  async leader(machines = this.machines): Promise<Machine> {
    let found: Machine | undefined
    await this.#waitFor('a leader', async () => {
      const members = await this.#members(machines)
      const name = members?.find(({ role, state }) => role === 'leader' && state === 'running')?.name
      found = this.machines.find((machine) => machine.name === name)
      return found !== undefined
    })
    return found as Machine
  }

  /** Until another machine than this one leads. */
  async waitForOther(than: Machine): Promise<void> {
    const others = this.machines.filter((machine) => machine !== than)
    await this.#waitFor('another leader', async () => (await this.leader(others)) !== than)
  }

  /** Until the leader sends its log to two standbys, one of which confirms commits and is known to Patroni as that. */
  async waitUntilWhole(): Promise<void> {
    await this.#waitFor('three members', async () => {
      const leader = await this.leader()
      const { rows } = await this.#askLeader(leader, [
        `SELECT application_name AS name, sync_state FROM pg_stat_replication WHERE state = 'streaming'`,
      ])
      const confirming = rows.find(({ sync_state }) => sync_state === 'sync')?.name
      const members = (await this.#members()) ?? []
      return rows.length === 2 && members.some(({ name, role }) => role === 'sync_standby' && name === confirming)
    })
  }

  async #askLeader({ address }: Machine, statements: readonly string[]): Promise<pg.QueryResult> {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${PASSWORD}@${address}/postgres`,
      connectionTimeoutMillis: 2_000,
      query_timeout: 10_000,
    })
    await client.connect()
    try {
      let last: pg.QueryResult | undefined
      for (const statement of statements) last = await client.query(statement)
      return last as pg.QueryResult
    } finally {
      await client.end()
    }
  }

  async #waitFor(what: string, isThere: () => Promise<boolean>) {
    const end = performance.now() + READY_MAX_MS
    let cause: unknown
    const noteCause = (error: unknown) => {
      cause = error
      return false
    }
    while (performance.now() < end) {
      if (await isThere().catch(noteCause)) return
      await pause(POLL_MS)
    }
    throw new Error(`Waited in vain for ${what}; see ${this.#logs}.`, { cause })
  }

  async stop() {
    await Promise.all(this.apps.map((_, n) => this.killApp(n)))
    for (const machine of this.machines) machine.cutPower()
    for (const daemon of [this.#pgbouncer, this.#haproxy]) if (daemon) await endDaemon(daemon, 'SIGKILL')
  }

  /** Kept after a failure, for its logs. What was killed a moment ago may still be writing. */
  removeFolder() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
