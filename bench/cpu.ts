/** Processor time of a process, all threads, in milliseconds: it counts work, so a busy machine disturbs it little. */
import { readdirSync, readFileSync } from 'node:fs'

export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6
}

/** Processor time that one call costs the process, averaged over `count` calls. */
export async function cpuPerCall(pid: number, count: number, call: () => Promise<unknown>): Promise<number> {
  const before = cpuMs(pid)
  for (let n = 0; n < count; n++) await call()
  return (cpuMs(pid) - before) / count
}
