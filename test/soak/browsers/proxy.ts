/**
 * The only way out for a browser: the board under two names, with its policies and without them. Every other request is
 * noted and refused.
 */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BASE_URL } from '../../board.ts'

/** The board without the headers that would stop what the checks overlooked. */
export const BARE_URL = 'http://bare.board.test'

const TLS_HANDSHAKE = 22
const policies = new Set(['content-security-policy', 'x-frame-options'])

/** What browsers fetch for themselves. */
const housekeeping = /\b(mozilla\.(com|net|org)|mozgcp\.net|firefox\.com|google(apis)?\.com|gstatic\.com|gvt1\.com)\b/

export type WatchingProxy = Awaited<ReturnType<typeof openProxy>>

export async function openProxy(boardPort: number) {
  const outside: string[] = []
  const pages = new Map<string, string>()
  const note = (url: string) => {
    if (!housekeeping.test(url)) outside.push(url)
  }

  const server = createServer((asked, answer) => {
    const url = URL.canParse(asked.url ?? '') ? new URL(asked.url as string) : undefined
    const isBare = url?.origin === BARE_URL
    const page = isBare ? pages.get(url.pathname) : undefined
    if (page !== undefined) return answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    if (!url || !(isBare || url.origin === BASE_URL)) {
      note(asked.url ?? '')
      return answer.writeHead(502).end()
    }
    const headers = { ...asked.headers, host: new URL(BASE_URL).host }
    const passed = request(
      { port: boardPort, path: url.pathname + url.search, method: asked.method, headers },
      (got) => {
        const kept = Object.entries(got.headers).filter(([name]) => !(isBare && policies.has(name)))
        answer.writeHead(got.statusCode ?? 502, Object.fromEntries(kept))
        got.pipe(answer)
      },
    )
    passed.once('error', () => answer.destroy())
    asked.pipe(passed)
  })
  server.on('connect', (asked, socket) => {
    note(`https://${asked.url}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Refused\r\n\r\n')
  })
  server.on('upgrade', (asked, socket) => {
    note(`upgrade of ${asked.url}`)
    socket.destroy()
  })
  // A browser that speaks TLS with the proxy itself wants an address of https. The proxy cannot read which one.
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (error.rawPacket?.[0] === TLS_HANDSHAKE) outside.push('https')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    /** Pages of the trial itself, under BARE_URL. */
    pages,
    takeOutside: () => outside.splice(0),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
