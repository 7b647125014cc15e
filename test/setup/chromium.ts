/** A real browser for tests: the one from npm on Linux x64, else one that is installed; undefined where there is none. */
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const args = ['--no-sandbox', '--disable-background-networking', '--disable-dev-shm-usage']
const packed = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin')

export async function openChromium(): Promise<Browser | undefined> {
  for (const find of [fromNpm, installed]) {
    const options = await find()
    const browser = options && (await chromium.launch({ args, ...options }).catch(() => undefined))
    if (browser) return browser
  }
  return undefined
}

/** The package unpacks to the folder for temporary files, and outside Lambda without the libraries that it needs. */
async function fromNpm(): Promise<LaunchOptions | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  const { inflate } = await import('@sparticuz/chromium')
  const folder = await mkdtemp(join(tmpdir(), 'board-chromium-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const files = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br']
    const [executablePath] = await Promise.all(files.map((file) => inflate(join(packed, file))))
    const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
    return { executablePath: executablePath as string, env: env as Record<string, string> }
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

async function installed(): Promise<LaunchOptions | undefined> {
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return executablePath ? { executablePath } : undefined
}
