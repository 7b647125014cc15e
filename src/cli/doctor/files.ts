/** The disk and the files of an embedded database. Those of a PostgreSQL server cannot be seen from here. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../kernel/thrown.ts'
import type { Config } from '../../settings/config.ts'
import { sqlitePath } from '../../storage/open.ts'
import { type Finding, findingsAbout } from './finding.ts'

const MB = 1_048_576
const FREE_MIN_BYTES = 100 * MB
const FREE_LOW_BYTES = 1_024 * MB
const FOR_OTHERS = 0o077

const disk = findingsAbout('disk')
const permissions = findingsAbout('permissions')

export function examineFiles({ databaseUrl }: Config): Finding[] {
  if (!databaseUrl.startsWith('file:')) return [disk.ok('the disk is that of the PostgreSQL server: look there')]
  const path = sqlitePath(databaseUrl)
  const folder = nearestFolder(path)
  return [examineDisk(folder), ...examinePermissions(path, folder)]
}

/** The folder is made on the first start; until then its disk is that of the nearest one that exists. */
function nearestFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder)
}

function examineDisk(folder: string): Finding {
  const { bavail, bsize, ffree, files } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${Math.floor(free / MB).toLocaleString('en')} MB are free at ${folder}`
  if (free < FREE_MIN_BYTES) return disk.problem(`${text}: make room, or writes will soon be refused with 503`)
  if (files > 0 && ffree === 0) return disk.problem(`no further file can be created at ${folder}: remove some`)
  return free < FREE_LOW_BYTES ? disk.warning(`${text}: make room soon`) : disk.ok(text)
}

function examinePermissions(path: string, folder: string): Finding[] {
  const findings = [folder, path].flatMap(examineWriting).slice(0, 1)
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}.secret`].filter((name) => isOpenToOthers(name)))
    findings.push(permissions.problem(`other users of this machine can open ${file}: run chmod 600 on it`))
  if (process.getuid?.() === 0)
    findings.push(permissions.warning('this is root: run the service as a user of its own, who owns only its data'))
  return findings.length > 0 ? findings : [permissions.ok(`only this user can open ${path} and what belongs to it`)]
}

function examineWriting(path: string): Finding[] {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK)
    return []
  } catch (error) {
    const isMountedSo = codeOf(error) === 'EROFS'
    const problem = isMountedSo
      ? `${path} is on a file system that is mounted read-only: the service cannot write there`
      : `this user may not write to ${path}: change its owner`
    return [permissions.problem(problem)]
  }
}

const isOpenToOthers = (file: string) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & FOR_OTHERS) !== 0
