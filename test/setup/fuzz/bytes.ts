/** Requests as bytes on a socket: whole, torn, byte by byte, several of different accounts at once, with wrong lengths. */
import type { Random } from '../contract-requests.ts'
import { CLOSE, END, type Part, rawRequest } from '../raw-requests.ts'

export type Whole = { line: string; headers: Record<string, string>; body: string }
/** How many answers must come, if nothing earlier ends the connection; undefined where the service may answer or close. */
export type Transmission = { way: string; parts: Part[]; answers: number | undefined }

const close = { connection: 'close' }
const bytesOf = ({ line, headers, body }: Whole, more: Record<string, string> = {}) =>
  rawRequest(
    line,
    { ...headers, ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }), ...more },
    body,
  )

/** Cuts at random places; at most this many writes. */
function pieces(bytes: Buffer, count: number, { below }: Random): Buffer[] {
  const cuts = [0, ...Array.from({ length: count - 1 }, () => below(bytes.length)).sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, n) => bytes.subarray(cuts[n], end))
}

const SINGLE_BYTES = 40

/** A stretch of it byte by byte, each in a packet of its own. */
function singly(bytes: Buffer, { below }: Random): Part[] {
  const start = below(Math.max(1, bytes.length - SINGLE_BYTES))
  const stretch = [...bytes.subarray(start, start + SINGLE_BYTES)]
  const parts = stretch.flatMap((byte): Part[] => [Buffer.of(byte), 0])
  return [bytes.subarray(0, start), 0, ...parts, bytes.subarray(start + SINGLE_BYTES)]
}

const chunk = (text: string, size = Buffer.byteLength(text).toString(16)) => `${size}\r\n${text}\r\n`

const wrongLengths = (length: number, { below }: Random) => [
  String(length + 1 + below(1_000)),
  String(Math.max(0, length - 1 - below(length + 1))),
  '-1',
  '+5',
  '0x10',
  '1e2',
  '5, 6',
  ' ',
  '99999999999999999999',
]

const oddBodies = (body: string, { below, pick }: Random): string[] => {
  const middle = below(body.length + 1)
  const [first, second] = [body.slice(0, middle), body.slice(middle)]
  const both = (first ? chunk(first) : '') + (second ? chunk(second) : '')
  return [
    `${both}0\r\nX-Trailer: 1\r\n\r\n`,
    `${both.replace('\r\n', `;name="${'v'.repeat(below(200))}"\r\n`)}0\r\n\r\n`,
    `${both}`,
    `${both}0\r\n`,
    `${chunk(body, pick(['fffffffffffffffff', '-1', 'zz', '', '7fffffff', `0${body.length.toString(16)}`]))}0\r\n\r\n`,
    `${chunk(body).replaceAll('\r\n', '\n')}0\n\n`,
    `${[...body].map((letter) => chunk(letter)).join('')}0\r\n\r\n`,
  ]
}

const oddHeads = (whole: Whole, { below, pick }: Random): Buffer[] => {
  const usual = bytesOf(whole, close).toString('latin1')
  const [method = '', path = ''] = whole.line.split(' ')
  const swap = (from: string | RegExp, to: string) => Buffer.from(usual.replace(from, to), 'latin1')
  return [
    swap(/\r\n/g, '\n'),
    swap('\r\n', '\r\nX-Odd: a\0b\r\n'),
    swap('\r\n', '\r\nX-Folded: a\r\n b\r\n'),
    swap('\r\n', '\r\n X: a\r\n'),
    swap(path, `http://elsewhere.example${path}`),
    swap('HTTP/1.1', pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'HTTP/1.1 x', 'http/1.1'])),
    swap(method, pick([method.toLowerCase(), 'PRI', 'CONNECT', `${method}X`, 'TRACE', ''])),
    swap(/Host: [^\r]*\r\n/, ''),
    swap(/Host: [^\r]*\r\n/, 'Host: a\r\nHost: b\r\n'),
    swap('\r\n', '\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n'),
    swap('\r\n', `\r\nTransfer-Encoding: ${pick(['gzip', 'chunked, chunked', 'identity', 'chunked;x'])}\r\n`),
    swap('\r\n', '\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n'),
    swap('\r\n', '\r\nExpect: 100-continue\r\n'),
    swap('\r\n', `\r\n${`X-Flood-${below(9)}: ${'y'.repeat(20)}\r\n`.repeat(50 + below(2_000))}`),
    swap('\r\n', `\r\nX-Long: ${'z'.repeat(8_000 + below(90_000))}\r\n`),
    swap(path, path + '/'.repeat(10_000 + below(10_000))),
    Buffer.concat([Buffer.from('\r\n\r\n'), Buffer.from(usual)]),
  ]
}

/** `wholes` are requests of different accounts; all but the first are sent only where several share a connection. */
export function transmission(wholes: readonly [Whole, ...Whole[]], random: Random): Transmission {
  const { below, pick, chance } = random
  const [first] = wholes
  const bytes = bytesOf(first, close)
  const length = Buffer.byteLength(first.body)
  const ways: (() => Transmission)[] = [
    () => {
      const all = Buffer.concat(wholes.map((whole, n) => bytesOf(whole, n === wholes.length - 1 ? close : {})))
      const parts = chance(0.5) ? [all] : pieces(all, 2 + below(6), random)
      return { way: 'several on one connection', parts, answers: wholes.length }
    },
    () => ({ way: 'byte by byte', parts: singly(bytes, random), answers: 1 }),
    () => ({ way: 'in pieces', parts: pieces(bytes, 2 + below(20), random), answers: 1 }),
    () => ({ way: 'torn', parts: [bytes.subarray(0, below(bytes.length)), END], answers: undefined }),
    () => ({ way: 'cut', parts: [bytes.subarray(0, below(bytes.length + 1)), CLOSE], answers: undefined }),
    () => {
      const wrong = { 'content-length': pick(wrongLengths(length, random)) }
      return { way: 'wrong length', parts: [bytesOf(first, { ...close, ...wrong }), END], answers: undefined }
    },
    () => {
      const head = rawRequest(first.line, { ...first.headers, ...close, 'transfer-encoding': 'chunked' })
      const body = pick(oddBodies(first.body, random))
      return { way: 'in chunks', parts: [head, body, END], answers: undefined }
    },
    () => ({ way: 'odd head', parts: [pick(oddHeads(first, random)), END], answers: undefined }),
  ]
  return pick(ways)()
}
