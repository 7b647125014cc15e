/** One random life of a board, and the same life of the model: what is sent, what is expected, what was said. */
import assert from 'node:assert/strict'
import type { Answer, Board as ServedBoard } from '../board.ts'
import { type CallOptions, codeOf, jsonHeaders, standardHeaders } from '../setup/call.ts'
import { askAgain } from '../setup/concurrency.ts'
import type { Random } from '../setup/contract-requests.ts'
import { type Account, active, type Key, type Limits, newWorld, type World } from './rules/world.ts'

export type Step = { name: string; seed: number }
/** One kind of thing that can happen. How often it does is its share of the sum of all. */
export type Act = { share: number; run: (history: History, random: Random) => Promise<unknown> }

type Request = { method?: CallOptions['method']; body?: unknown; headers?: Record<string, string> }

export class History {
  readonly board: ServedBoard
  readonly world: World
  /** Every request and its answer, in the order in which they were sent. */
  readonly lines: string[] = []
  /** How often each outcome was met. */
  readonly met = new Map<string, number>()
  /** What each number of a list was given to. */
  readonly numbers = new Map<string, string>()
  readonly #names = new Map<string, string>()
  /** The kind of step that runs. */
  running = ''
  made = 0

  /** Writes the file of the operator's words. */
  readonly writeWords: (text: string) => void

  constructor(board: ServedBoard, graceStart: number, limits: Limits, writeWords: (text: string) => void) {
    this.board = board
    this.world = newWorld(board.now(), graceStart, limits)
    this.writeWords = writeWords
  }

  /** So that a printed history has `message-3` in it, not an id of 36 characters. */
  name(id: string, kind: string) {
    const n = [...this.#names.values()].filter((name) => name.startsWith(`${kind}-`)).length + 1
    this.#names.set(id, `${kind}-${n}`)
  }

  readable(text: string) {
    for (const [id, name] of this.#names) text = text.replaceAll(id, name)
    return text
  }

  /** One request; without a key it is anonymous. */
  async call(who: string, from: string, path: string, { method = 'GET', body, headers = {} }: Request = {}) {
    const ask = () => this.board.call(path, { method, headers, from, ...(body !== undefined && { body }) })
    const answer = await askAgain(ask) // a starved machine may refuse to check a text, which is no rule of the board
    if (this.running !== 'look') {
      const sent = body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`
      const key = headers['idempotency-key'] ? ` (${headers['idempotency-key']})` : ''
      this.lines.push(`${who}: ${method} ${path}${sent}${key} → ${codeOf(answer)}`)
      this.meet(`${this.running} ${codeOf(answer)}`)
    }
    return answer
  }

  meet = (what: string) => this.met.set(what, (this.met.get(what) ?? 0) + 1)

  /** A request with a key of an account, the current one unless another is named. */
  as(account: Account, path: string, request: Request = {}, key = account.keys[0] as Key): Promise<Answer> {
    const bearer = { authorization: `Bearer ${key.secret}` }
    const sent = request.body === undefined ? standardHeaders : jsonHeaders
    if (account.keys.includes(key)) key.used = true // 5.16
    return this.call(account.name, account.from, path, {
      ...request,
      headers: { ...sent, ...bearer, ...request.headers },
    })
  }

  get = async (account: Account, path: string) => {
    const answer = await this.as(account, path)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  post = (account: Account, path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.as(account, path, { method: 'POST', body, headers })

  someone = (random: Random): Account | undefined => {
    const people = active(this.world)
    return people.length > 0 ? random.pick(people) : undefined
  }

  /** A request id that nobody has used. */
  freshId = () => `request-${String(++this.made).padStart(10, '0')}`
}

/** The answer has this status and code, and these members. */
export function assertAnswer(answer: Answer, outcome: string, members: Record<string, unknown> = {}) {
  const { body } = answer
  const shown = Object.fromEntries(Object.keys(members).map((name) => [name, body[name]]))
  assert.deepEqual([codeOf(answer), shown], [outcome, members], JSON.stringify(body).slice(0, 600))
}
