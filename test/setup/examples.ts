/** Runs the examples of a served page in a shell, as a reader would paste them. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_URL, type Board } from '../board.ts'

const isThere = (program: string, ...check: string[]) => spawnSync(program, check).status === 0
const hasCurl = isThere('curl', '--version')

/** The shells that readers have, each with what makes it stop at the first thing that fails. */
export const flags = {
  bash: ['-eu', '-o', 'pipefail'],
  zsh: ['-f', '-eu', '-o', 'pipefail'],
  dash: ['-eu'],
} as const
export type Shell = keyof typeof flags

/** Each with the reason why it cannot run the examples here, for a test's `skip`; false where it can. */
export const shells = (Object.keys(flags) as Shell[]).map((shell) => {
  const missing = [...(isThere(shell, '-c', 'true') ? [] : [shell]), ...(hasCurl ? [] : ['curl'])]
  return { shell, skip: missing.length > 0 && `${missing.join(' and ')} not found` }
})

/** For a test that needs only one of them. */
export const cannotRunExamples = shells.find(({ shell }) => shell === 'bash')?.skip ?? false

/** Only ends a script that hangs: a busy machine is slow. */
const MAX_MS = 120_000
const LINE = '--- the next example ---'

type Reader = { env?: Record<string, string>; shell?: Shell }

/** What each ```sh block of the page wrote, in their order. They share one shell, so variables live on. */
export async function runExamples(board: Board, path: string, { env = {}, shell = 'bash' }: Reader = {}) {
  const { server } = board.app.server
  if (!server.listening) await board.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const page = String((await board.call(path)).body)
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block as string)
  return inFolder(async (folder) => {
    // The examples run as they are served: curl maps the public address to this port.
    const { hostname } = new URL(BASE_URL)
    writeFileSync(join(folder, '.curlrc'), `connect-to = "${hostname}:80:127.0.0.1:${port}"\nnoproxy = "*"\n`)
    const home = { HOME: folder, CURL_HOME: folder, PATH: process.env.PATH ?? '' }
    const written = await run(shell, blocks.join(`\necho; echo '${LINE}'\n`), { ...home, ...env })
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

const run = (name: Shell, script: string, env: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    // Without a stdin: bash takes a socket there for a remote login, and reads the machine's startup files.
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    const shell = spawn(name, [...flags[name], '-c', script], { env, stdio: [...stdio], timeout: MAX_MS })
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
