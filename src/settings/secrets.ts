/** The root secret: reading or creating it, checking that it belongs to the database, and deriving keys from it. */
import { createHmac, hkdfSync } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Random } from '../kernel/random.ts'
import { codeOf } from '../kernel/thrown.ts'
import { sqlitePath } from '../storage/open.ts'
import { findSetting, settleSetting } from '../storage/settings.ts'
import type { Database } from '../storage/sql.ts'
import { ConfigError, type Environment } from './config.ts'

const MIN_LENGTH = 32

/** Derives a separate key for each purpose, so that a value sealed for one is invalid for another. */
export type DeriveKey = (purpose: 'network' | 'ticket' | 'preview' | 'link' | 'browser' | 'owner' | 'guest') => Buffer

const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 32)

const fileOf = (databaseUrl: string) =>
  databaseUrl.startsWith('file:') ? `${sqlitePath(databaseUrl)}.secret` : undefined

/** Reads the root secret, creates one for a new embedded database, and refuses one that belongs to another database. */
export async function settleSecret(
  db: Database,
  databaseUrl: string,
  env: Environment,
  random: Random,
): Promise<DeriveKey> {
  const stored = await db.read('secret', (tx) => findSetting(tx, 'secret_fingerprint'))
  const secret = env.SECRET_KEY || readOrCreate(fileOf(databaseUrl), stored !== undefined, random)
  if (secret.length < MIN_LENGTH) throw new ConfigError(tooShort)
  const fingerprint =
    stored ?? (await db.write('secret', (tx) => settleSetting(tx, 'secret_fingerprint', fingerprintOf(secret))))
  if (fingerprint !== fingerprintOf(secret)) {
    throw new ConfigError('SECRET_KEY is not the one that this database was made with; start with that one.')
  }
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `posting-board ${purpose}`, 32))
}

/**
 * The secret in the environment, or beside one of these databases, must have this fingerprint. For commands that do
 * not start the service: `restore` and `doctor`.
 */
export function requireFingerprint(
  expected: string,
  env: Environment,
  { what, databaseUrls }: { what: 'backup' | 'database'; databaseUrls: readonly string[] },
): void {
  const files = databaseUrls.flatMap((url) => fileOf(url) ?? [])
  const file = files.find((candidate) => existsSync(candidate))
  const secret = env.SECRET_KEY || (file && readSecret(file))
  if (!secret)
    throw new ConfigError(
      `SECRET_KEY is missing: this ${what} needs the secret it was made with, in ${['SECRET_KEY', ...files].join(' or in ')}.`,
    )
  if (fingerprintOf(secret) !== expected)
    throw new ConfigError(`SECRET_KEY is not the one that this ${what} was made with; use that one.`)
}

const missing = 'SECRET_KEY is missing: PostgreSQL needs one of 32 characters or more, the same for every process.'
const tooShort = `SECRET_KEY is too short: it must have ${MIN_LENGTH} characters or more.`

/** What can be said about the secret before any database is opened. */
export function checkSecret({ SECRET_KEY, DATABASE_URL = '' }: Environment): void {
  if (!SECRET_KEY && DATABASE_URL.startsWith('postgres')) throw new ConfigError(missing)
  if (SECRET_KEY && SECRET_KEY.length < MIN_LENGTH) throw new ConfigError(tooShort)
}

function readOrCreate(file: string | undefined, isKnown: boolean, random: Random): string {
  if (!file) throw new ConfigError(missing)
  if (existsSync(file)) return readSecret(file)
  if (isKnown)
    throw new ConfigError(`SECRET_KEY is missing: this database was made with a secret that ${file} no longer holds.`)
  // Written completely and flushed before it gets its final name: a half-written secret would make the database unusable.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${random.secret()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // another process was first
  } finally {
    rmSync(draft)
  }
  return readSecret(file)
}

function readSecret(file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= MIN_LENGTH) return secret
  } catch (error) {
    throw new ConfigError(`SECRET_KEY: the file ${file} cannot be read (${codeOf(error)}); check who may read it.`)
  }
  throw new ConfigError(
    `SECRET_KEY: the file ${file} is empty or too short; restore it from a backup, or set SECRET_KEY to what it held.`,
  )
}
