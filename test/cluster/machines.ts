/** Machines that are network namespaces on one bridge, and the daemons that run on them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asServiceUser } from './packages.ts'

const ip = (...words: string[]) => execFileSync('ip', words, { encoding: 'utf8' })

/** The address of this process, and of everything that it starts outside a machine. */
export const OUTSIDE = '10.77.0.254'

export function makeNetwork() {
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']) // where `ip netns` keeps its names
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'bridge', 'type', 'bridge')
  ip('addr', 'add', `${OUTSIDE}/24`, 'dev', 'bridge')
  ip('link', 'set', 'bridge', 'up')
}

/** Some processes end by themselves before their turn comes. */
function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export class Machine {
  readonly name: string
  readonly address: string
  constructor(name: string, address: string) {
    this.name = name
    this.address = address
    ip('netns', 'add', name)
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', name, 'master', 'bridge', 'up')
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }

  readonly daemons: ChildProcess[] = []

  /** As if the power failed: every process on it is gone at once, and none is missed. */
  cutPower() {
    for (const daemon of this.daemons.splice(0)) ending.add(daemon)
    for (let pids = this.#pids(); pids.length > 0; pids = this.#pids()) for (const pid of pids) killIfThere(pid)
  }

  #pids(): number[] {
    return ip('netns', 'pids', this.name).split('\n').filter(Boolean).map(Number)
  }

  /** Nothing gets in or out. */
  unplug() {
    ip('link', 'set', this.name, 'down')
  }
  plugIn() {
    ip('link', 'set', this.name, 'up')
  }

  /** It reaches everything but these machines. */
  separateFrom(others: readonly Machine[]) {
    for (const { address } of others) ip('-n', this.name, 'route', 'add', 'blackhole', address)
  }
  rejoin(others: readonly Machine[]) {
    for (const { address } of others) ip('-n', this.name, 'route', 'del', 'blackhole', address)
  }
}

export type DaemonOptions = {
  logs: string
  machine?: Machine
  env?: Record<string, string>
  /** Starts as the user of this process, and changes user by itself. */
  asStarted?: boolean
  /** Called if it ends though nobody ended it. */
  missed(problem: string): void
}

const LAST_LINES = 20
export const lastLines = (text: string) => text.trimEnd().split('\n').slice(-LAST_LINES).join('\n')

/** Those that are ended on purpose. */
const ending = new WeakSet<ChildProcess>()

/** Starts a program in the foreground, on a machine or beside them; its output goes to a file. */
export function startDaemon(name: string, words: readonly string[], options: DaemonOptions): ChildProcess {
  const { logs, machine, env = {}, asStarted = false, missed } = options
  const where = machine ? ['ip', 'netns', 'exec', machine.name] : []
  const [command, ...rest] = [...where, ...(asStarted ? [] : asServiceUser), ...words] as [string, ...string[]]
  const file = join(logs, `${name}.log`)
  const log = openSync(file, 'a')
  const child = spawn(command, rest, { cwd: '/', env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', log, log] })
  closeSync(log)
  machine?.daemons.push(child)
  child.once('exit', (code, signal) => {
    if (!ending.has(child)) missed(`${name} ended with ${code ?? signal}:\n${lastLines(readFileSync(file, 'utf8'))}`)
  })
  return child
}

export async function endDaemon(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  ending.add(child)
  child.kill(signal)
  await ended
}
