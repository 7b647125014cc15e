/** WebKitGTK's small browser, driven over WebDriver, on a display that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../setup/listening.ts'
import { HANG_MS, type Opened, windowSize } from './visitor.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/Xvfb'
const READY_POLL_MS = 200

export async function visitWithWebKit(proxyPort: number): Promise<Opened> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  if (!existsSync(driver) || !binary)
    return { missing: 'WebKit: not installed (Debian: webkit2gtk-driver, libwebkit2gtk-4.1-0)' }
  if (!existsSync(display)) return { missing: 'WebKit: no display (Debian: xvfb)' }

  // It writes the number of a display that is free.
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1024x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(screen.stdout, 'data')
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, GSK_RENDERER: 'cairo' }
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  process.once('exit', () => child.kill())
  const end = async (...children: ChildProcess[]) => {
    for (const one of children) {
      one.kill()
      if (one.exitCode === null && one.signalCode === null) await once(one, 'exit')
    }
  }
  const root = `http://127.0.0.1:${port}`
  while (!(await fetch(`${root}/status`).catch(() => undefined))?.ok) await pause(READY_POLL_MS)

  const happened: string[] = []
  async function ask<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(root + path, {
      method,
      signal: AbortSignal.timeout(HANG_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
    if (answer.ok) return value
    // The dialog is dismissed; what was asked is asked again.
    if (value.error !== 'unexpected alert open') throw new Error(`${path}: ${value.error} ${value.message}`)
    happened.push('showed a dialog')
    return ask(method, path, body)
  }

  const proxy = { httpProxy: `127.0.0.1:${proxyPort}`, sslProxy: `127.0.0.1:${proxyPort}` }
  const { sessionId, capabilities } = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    {
      capabilities: {
        alwaysMatch: {
          proxy: { proxyType: 'manual', ...proxy },
          timeouts: { script: HANG_MS, pageLoad: HANG_MS },
          unhandledPromptBehavior: 'dismiss and notify',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        },
      },
    },
  )
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/window/rect`, windowSize)
  const own = await ask<string>('GET', `${session}/window`)

  return {
    visitor: {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      open: (url) => ask('POST', `${session}/url`, { url }),
      async evaluate<Value>(expression: string) {
        const script = `const done = arguments[arguments.length - 1]; (async () => ${expression})()
          .then((value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }))`
        const { value, error } = await ask<{ value?: string; error?: string }>('POST', `${session}/execute/async`, {
          script,
          args: [],
        })
        if (error) throw new Error(error)
        return (value === undefined ? undefined : JSON.parse(value)) as Value
      },
      picture: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
      url: () => ask('GET', `${session}/url`),
      async takeHappened() {
        const windows = await ask<string[]>('GET', `${session}/window/handles`)
        for (const other of windows.filter((window) => window !== own)) {
          happened.push('opened a window')
          await ask('POST', `${session}/window`, { handle: other })
          await ask('DELETE', `${session}/window`)
          await ask('POST', `${session}/window`, { handle: own })
        }
        return happened.splice(0)
      },
      async close() {
        await ask('DELETE', session).catch(() => {})
        await end(child, screen)
      },
    },
  }
}
