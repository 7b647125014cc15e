/** Runs a program of an npm package to its end, and gives what it wrote; one that hangs is ended by its pid. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Run = { code: number | null; stdout: string; stderr: string }

type Options = {
  home: string
  maxMs?: number
  /** Told of all that was written so far, whenever more is. */
  watch?: (stdout: string) => void
}

export function runProgram(file: string, args: readonly string[], { home, maxMs = 60_000, watch }: Options) {
  return new Promise<Run>((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}node_modules/${file}`, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: maxMs,
      killSignal: 'SIGKILL',
    })
    const written = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        written[name] += text
        watch?.(written.stdout)
      })
    child.once('error', reject).once('close', (code) => resolve({ code, ...written }))
  })
}
