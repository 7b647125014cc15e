/**
 * A real browser for tests: the one from npm on Linux x64, else one that is installed, else the reason why there is
 * none.
 */
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions } from 'playwright-core'

const args = ['--no-sandbox', '--disable-background-networking', '--disable-dev-shm-usage']
/** A long time, which only ends a browser or a page that hangs: a busy machine is slow. */
const HANG_MS = 300_000
const packed = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin')

export async function openChromium(): Promise<{ browser?: Browser; missing?: string }> {
  const reasons = ['no Chromium could be started; set CHROMIUM_PATH']
  for (const find of [fromNpm, installed]) {
    try {
      const options = await find()
      if (options) return { browser: await chromium.launch({ args, timeout: HANG_MS, ...options }) }
    } catch (error) {
      const [what, ...log] = stripVTControlCharacters(String(error)).split('\n')
      reasons.push([what, log.find((line) => line.includes('[err]'))].join(' ').trim())
    }
  }
  return { missing: reasons.join('; ') }
}

/** A separate profile, whose pages wait as long as necessary. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(HANG_MS)
  return context
}

/** The package unpacks to the folder for temporary files, and outside Lambda without the libraries that it needs. */
async function fromNpm(): Promise<LaunchOptions | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  const { inflate } = await import('@sparticuz/chromium')
  const folder = await mkdtemp(join(tmpdir(), 'board-chromium-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br']
  const [executablePath] = await withTemporaryFolder(folder, () =>
    Promise.all(files.map((file) => inflate(join(packed, file)))),
  )
  const fontconfig = join(folder, 'fonts.conf') // its own knows the fonts in /tmp/fonts alone
  await writeFile(
    fontconfig,
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fontconfig }
  return { executablePath: executablePath as string, env: env as Record<string, string> }
}

/** The package asks for the folder at once, so that nothing else meets the changed setting. */
function withTemporaryFolder<Result>(folder: string, start: () => Result): Result {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return start()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

async function installed(): Promise<LaunchOptions | undefined> {
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return executablePath ? { executablePath } : undefined
}
