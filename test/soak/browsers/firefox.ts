/** An installed Firefox, driven over WebDriver BiDi: messages in JSON on a WebSocket that it opens itself. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HANG_MS, type Opened, windowSize } from './visitor.ts'

const settings = (proxyPort: number) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': proxyPort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': proxyPort,
  'network.proxy.no_proxies_on': '',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.auto': false,
})

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown; message?: string }
type Context = { context: string; parent: string | null }

export async function visitWithFirefox(proxyPort: number): Promise<Opened> {
  const path = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((p) => p && existsSync(p))
  if (!path) return { missing: 'Firefox: not installed; set FIREFOX_PATH' }
  const profile = mkdtempSync(join(tmpdir(), 'board-firefox-'))
  const lines = Object.entries(settings(proxyPort)).map((pair) => `user_pref(${JSON.stringify(pair).slice(1, -1)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn(path, args, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] })
  process.once('exit', () => child.kill())
  const socket = new WebSocket(`${await addressOf(child.stderr)}/session`)
  await once(socket, 'open')

  const happened: string[] = []
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let sent = 0
  let own = ''
  socket.addEventListener('message', ({ data }) => {
    const { id, result, message, method, params } = JSON.parse(String(data)) as Message
    if (method) return note(method, params ?? {})
    const asked = waiting.get(id as number)
    if (result !== undefined) asked?.resolve(result)
    else asked?.reject(new Error(message))
  })
  function note(method: string, params: Record<string, unknown>) {
    if (method === 'browsingContext.userPromptOpened')
      happened.push(`showed a dialog: ${String(params.message).slice(0, 80)}`)
    if (method === 'browsingContext.contextCreated' && !params.parent && params.context !== own)
      happened.push('opened a window')
    if (method === 'browsingContext.downloadWillBegin') happened.push('began a download')
    // It looks for an icon even where a policy forbids every picture, takes a part of the same drawing (feImage) for another
    // picture, and reports what is odd in a drawing.
    const isNews = !/\/favicon\.ico|\(img-src\) at \S+\.svg#|^The SVG </.test(String(params.text))
    if (method === 'log.entryAdded' && params.level === 'error' && params.type === 'javascript' && isNews)
      happened.push(`error in the page: ${String(params.text).slice(0, 200)}`)
  }
  function ask<Result>(method: string, params: object): Promise<Result> {
    const answered = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => answered.reject(new Error(`${method} took too long`)), HANG_MS)
    waiting.set(++sent, answered)
    socket.send(JSON.stringify({ id: sent, method, params }))
    return answered.promise.finally(() => clearTimeout(timer)) as Promise<Result>
  }

  const { capabilities } = await ask<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'dismiss' } } },
  })
  const { contexts } = await ask<{ contexts: Context[] }>('browsingContext.getTree', {})
  own = (contexts[0] as Context).context
  await ask('session.subscribe', {
    events: [
      'browsingContext.userPromptOpened',
      'browsingContext.contextCreated',
      'browsingContext.downloadWillBegin',
      'log.entryAdded',
    ],
  })
  await ask('browsingContext.setViewport', { context: own, viewport: windowSize })

  return {
    visitor: {
      name: `Firefox ${capabilities.browserVersion}`,
      open: (url) => ask('browsingContext.navigate', { context: own, url, wait: 'complete' }),
      async evaluate<Value>(expression: string) {
        const asked = { expression: `(async () => JSON.stringify(await ${expression}))()`, awaitPromise: true }
        const answer = await ask<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
          'script.evaluate',
          { ...asked, target: { context: own } },
        )
        if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
        return (answer.result?.value === undefined ? undefined : JSON.parse(answer.result.value)) as Value
      },
      async picture() {
        const { data } = await ask<{ data: string }>('browsingContext.captureScreenshot', { context: own })
        return Buffer.from(data, 'base64')
      },
      async url() {
        const { contexts } = await ask<{ contexts: (Context & { url: string })[] }>('browsingContext.getTree', {
          root: own,
        })
        return contexts[0]?.url ?? ''
      },
      takeHappened: async () => happened.splice(0),
      async close() {
        await ask('browser.close', {}).catch(() => child.kill())
        if (child.exitCode === null) await once(child, 'exit')
        rmSync(profile, { recursive: true, force: true })
      },
    },
  }
}

/** Firefox says where it listens. */
function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let written = ''
  return new Promise((resolve, reject) => {
    stderr.on('data', (bytes) => {
      written += bytes
      const [, address] = /BiDi listening on (ws:\S+)/.exec(written) ?? []
      if (address) resolve(address)
    })
    stderr.once('end', () => reject(new Error(`Firefox ended: ${written.slice(-500)}`)))
  })
}
