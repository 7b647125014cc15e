import { statSync } from 'node:fs'
import { CLOCK_SKEW, isoTime, systemClock } from '../../kernel/clock.ts'
import { readNewestTime } from '../../operator/stats/read-newest-time.ts'
import { type Config, ConfigError, type Environment } from '../../settings/config.ts'
import { requireFingerprint } from '../../settings/secrets.ts'
import { type Facts, readFacts } from '../../storage/facts.ts'
import { findVersion, listMigrations } from '../../storage/migrate.ts'
import { openDatabase, sqlitePath } from '../../storage/open.ts'
import { findSetting } from '../../storage/settings.ts'
import type { Tx } from '../../storage/sql.ts'
import { UnusableDatabase } from '../../storage/unusable.ts'
import { type Finding, findingsAbout } from './finding.ts'

const OLDEST_POSTGRES = 15

const [database, secret, clock] = [findingsAbout('database'), findingsAbout('secret'), findingsAbout('clock')]

/** Opens no database that is missing or empty: opening would create or fill it. */
export async function examineDatabase(config: Config, env: Environment): Promise<Finding[]> {
  const { databaseUrl } = config
  const now = systemClock.now()
  if (databaseUrl.startsWith('file:') && !statSync(sqlitePath(databaseUrl), { throwIfNoEntry: false })?.size)
    return [database.ok(`there is none yet; the first start makes ${sqlitePath(databaseUrl)}`), tellTime(now)]
  try {
    const db = await openDatabase(databaseUrl, undefined, { mayBeReadOnly: true })
    try {
      return await db.read('doctor', (tx) => examine(tx, config, env, now))
    } finally {
      await db.close()
    }
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    return [database.problem(error.message)]
  }
}

async function examine(tx: Tx, { databaseUrl }: Config, env: Environment, now: number): Promise<Finding[]> {
  const facts = await readFacts(tx)
  const version = await findVersion(tx)
  const findings = [...examineServer(facts), examineVersion(tx, version)]
  if (version === 0) return [...findings, examineClock(facts, 0, now)]
  const fingerprint = await findSetting(tx, 'secret_fingerprint')
  if (fingerprint) findings.push(examineSecret(fingerprint, databaseUrl, env))
  const isReadable = version === newestVersion(tx) // older boards lack some of the tables
  return [...findings, examineClock(facts, isReadable ? await readNewestTime(tx) : 0, now)]
}

const newestVersion = ({ engine }: Tx) => listMigrations(engine).at(-1)?.version ?? 0

function examineServer({ engine, engine_version, careless }: Facts): Finding[] {
  const name = `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${engine_version}`
  const lost = careless.map((setting) =>
    database.problem(`the server runs with ${setting} = off: a power cut can lose what was acknowledged; set it to on`),
  )
  if (engine === 'postgres' && Number.parseInt(engine_version, 10) < OLDEST_POSTGRES)
    return [...lost, database.problem(`this is ${name}: ${OLDEST_POSTGRES} or newer is needed; upgrade the server`)]
  return lost.length > 0 ? lost : [database.ok(`${name} answers`)]
}

function examineVersion(tx: Tx, version: number): Finding {
  const newest = newestVersion(tx)
  if (version > newest)
    return database.problem(`the board is of version ${version}, and this program knows ${newest}: run the newer one`)
  if (version === 0) return database.ok('there is no board in it yet; the first start makes one')
  if (version < newest)
    return database.warning(`the board is of version ${version}: the next start, or migrate, brings it to ${newest}`)
  return database.ok(`the board is of version ${version}, the newest that this program knows`)
}

function examineSecret(fingerprint: string, databaseUrl: string, env: Environment): Finding {
  try {
    requireFingerprint(fingerprint, env, { what: 'database', databaseUrls: [databaseUrl] })
    return secret.ok('SECRET_KEY is the one that this database was made with')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return secret.problem(error.message)
  }
}

const tellTime = (now: number) => clock.ok(`it is ${isoTime(now)}`)

/** Quotas, expiry and recommendations all go by this clock. */
function examineClock({ server_now }: Facts, newest: number, now: number): Finding {
  if (newest > now + CLOCK_SKEW)
    return clock.problem(
      `it is ${isoTime(now)} here, and something on the board is of ${isoTime(newest)}: this clock is behind, or another was ahead; set it by NTP`,
    )
  if (server_now !== null && Math.abs(server_now - now) > CLOCK_SKEW)
    return clock.warning(
      `it is ${isoTime(now)} here, and ${isoTime(server_now)} at the PostgreSQL server: set both clocks by NTP`,
    )
  return tellTime(now)
}
