/** Runs a program of an npm package to its end, and returns its output. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Only ends a program that hangs: a busy machine is slow. */
const MAX_MS = 300_000

export type Run = { code: number | null; stdout: string; stderr: string }

type Options = {
  home: string
  /** Called with everything that was written so far, whenever there is more. */
  watch?: (stdout: string) => void
}

export function runProgram(file: string, args: readonly string[], { home, watch }: Options) {
  return new Promise<Run>((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}node_modules/${file}`, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MAX_MS,
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
