/** What the trial needs from the machine: Debian's packages, and the right to make networks of its own. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where Debian 12 puts the one program that is needed from each package. */
const programs = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  iproute2: '/usr/sbin/ip',
  'util-linux': '/usr/bin/unshare',
}

const isRoot = process.getuid?.() === 0

/** A world of its own: what runs in it ends with it, and its networks and mounts are not seen outside. */
export const unshare = [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-current-user', '--keep-caps']),
  ...['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
]

/** PostgreSQL and PgBouncer refuse to run as root. */
export const asServiceUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'] : []

/** One sentence for each thing that is missing. */
export function findObstacles(): string[] {
  if (process.platform !== 'linux') return ['It needs Linux.']
  const missing = Object.entries(programs).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
  if (missing.length > 0)
    return [
      `These packages are missing: ${missing.join(', ')}.`,
      `On Debian 12: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
    ]
  const [command, ...flags] = unshare as [string, ...string[]]
  const { status, stderr } = spawnSync(command, [...flags, 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' })
  return status === 0 ? [] : [`This user may not make network namespaces (${stderr.trim()}); try it as root.`]
}
