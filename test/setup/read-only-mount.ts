/** A folder on a read-only file system, as only commands inside a mount namespace of their own see it. */
import { spawnSync } from 'node:child_process'

/** root needs no user namespace; others may be allowed one. */
const namespaces = [['--mount'], ['--mount', '--map-root-user']]
const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'

const inNamespace = (flags: readonly string[], folder: string, words: readonly string[]) => [
  ...flags,
  'sh',
  '-c',
  mount,
  folder,
  ...words,
]

const usable = namespaces.find(
  (flags) => spawnSync('unshare', inNamespace(flags, import.meta.dirname, ['true'])).status === 0,
)

/** Why it cannot be tried here; false where it can. */
export const cannotMount = usable === undefined && 'nothing can be mounted here'

/** Runs a command of the board while the folder is read-only. */
export function runReadOnly(folder: string, env: Record<string, string>, ...words: string[]) {
  const command = [process.execPath, 'src/main.js', ...words]
  const { status, stdout, stderr } = spawnSync('unshare', inNamespace(usable ?? [], folder, command), {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}
