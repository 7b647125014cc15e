/** Runs the examples of a served page in bash, as a reader would paste them. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_URL, type Board } from '../board.ts'

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
const missing = ['bash', 'curl'].filter((program) => !isThere(program))

/** For a test's `skip`: false where the examples can be run, else the reason why not. */
export const cannotRunExamples = missing.length > 0 && `${missing.join(' and ')} not found`

/** Only ends a script that hangs: a busy machine is slow. */
const MAX_MS = 120_000
const LINE = '--- the next example ---'

/** What each ```sh block of the page wrote, in their order. They share one shell, so variables live on. */
export async function runExamples(board: Board, path: string, env: Record<string, string> = {}): Promise<string[]> {
  await board.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = board.app.server.server.address() as AddressInfo
  const page = String((await board.call(path)).body)
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block as string)
  return inFolder(async (folder) => {
    // The examples run as they are served: curl maps the public address to this port.
    const { hostname } = new URL(BASE_URL)
    writeFileSync(join(folder, '.curlrc'), `connect-to = "${hostname}:80:127.0.0.1:${port}"\nnoproxy = "*"\n`)
    const home = { HOME: folder, CURL_HOME: folder, PATH: process.env.PATH ?? '' }
    const written = await run(blocks.join(`\necho; echo '${LINE}'\n`), { ...home, ...env })
    return written.split(`\n${LINE}\n`)
  })
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'board-pasted-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = (script: string, env: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    // Without a stdin: bash takes a socket there for a remote login, and reads the machine's startup files.
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], { env, stdio: [...stdio], timeout: MAX_MS })
    const written = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      shell[name].setEncoding('utf8').on('data', (text: string) => {
        written[name] += text
      })
    shell.once('error', reject).once('close', (code) => {
      if (code === 0 && written.stderr === '') resolve(written.stdout)
      else reject(new Error(`The examples ended with ${code}: ${written.stderr}\n${written.stdout}`))
    })
  })
