/**
 * The address of the board and the key: from flags, the environment, or the profile that `login` and `register` write.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Board, type ConnectOptions, connect } from '../../client/index.ts'
import { codeOf, messageOf } from '../../kernel/thrown.ts'
import { ConfigError, type Environment } from '../../settings/config.ts'
import { Refused } from '../exit-codes.ts'
import type { PrintOptions } from '../print.ts'

export type SessionOptions = PrintOptions & { url?: string; patience: number }
export type Profile = { url: string; key: string }

const DEFAULT_URL = 'http://localhost:8080'

export const profilePath = (env: Environment): string =>
  env.BOARD_PROFILE ||
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'posting-board', 'profile.json')

export function readProfile(env: Environment): Partial<Profile> {
  const path = profilePath(env)
  try {
    if (statSync(path).mode & 0o077) throw new Refused(`Others can read ${path}, which holds a key: chmod 600 it.`)
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {}
    if (error instanceof SyntaxError) throw new Refused(`${path} is not JSON: remove it, and log in again.`)
    throw error
  }
}

/**
 * Replaces the file as a whole, so that a kill cannot lose a key that is in it. The draft is always a new file: a file
 * that has its name already may be a link to another one, or belong to another user.
 */
export function writeProfile(env: Environment, profile: Profile): string {
  const path = profilePath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(`${path}.new`, { force: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(`${path}.new`, path)
  return path
}

/** The key of a profile is sent only to the board that gave it. */
function find(env: Environment, { url: flag }: Pick<SessionOptions, 'url'>): { url: string; key: string | undefined } {
  const profile = env.BOARD_URL && env.BOARD_KEY ? {} : readProfile(env)
  const url = (flag ?? env.BOARD_URL ?? profile.url ?? DEFAULT_URL).replace(/\/+$/, '')
  return { url, key: env.BOARD_KEY || (profile.url === url ? profile.key : undefined) }
}

export function boardOf(env: Environment, options: SessionOptions): Board {
  const { url, key } = find(env, options)
  if (!key) throw new Refused(`There is no key for ${url}: set BOARD_KEY, or use \`login\` or \`register\`.`)
  return connectTo({ url, key, patience: options.patience })
}

/** An address or a key that cannot be one of a board is a bad setting. */
export function connectTo(options: ConnectOptions): Board {
  try {
    return connect(options)
  } catch (error) {
    throw error instanceof TypeError ? new ConfigError(messageOf(error)) : error
  }
}

export const addressOf = (env: Environment, options: SessionOptions): string => find(env, options).url
