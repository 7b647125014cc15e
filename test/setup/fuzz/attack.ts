/**
 * A sender that knows only the served descriptions and pages sends what they allow, nearly allow, and do not allow, as
 * several accounts at once: over HTTP and MCP, by forms, and as bytes on a socket. Everything that an account sends is
 * marked.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../src/storage/sql.ts'
import { assertAsDescribed, BASE_URL } from '../../board.ts'
import { type Answer, type Call, CLOSED } from '../call.ts'
import { type Document, type Made, type Random, RequestMaker } from '../contract-requests.ts'
import { ownedRows } from '../marked-people.ts'
import { type Assistant, assistantWith, replyIn } from '../mcp.ts'
import { type Person, signUp } from '../people.ts'
import { answersIn, sendBytes } from '../raw-requests.ts'
import { insertToken } from '../token-rows.ts'
import { type Browser, browserFor } from './browser.ts'
import { transmission, type Whole } from './bytes.ts'

/** None is a part of another, or a word of the board. */
export const marks = ['qumquat', 'xambutan', 'zamarind'] as const

export type Target = {
  /** Each answer fits the OpenAPI document; no answer is an error. */
  call: Call
  port(): number
  db: Database
  /** While a fault lasts, and just after it, 503 and a broken connection are no failures. */
  isExcused(since: number): boolean
  /** A process with the usual deadlines, on a machine that others use, may say at any time that it is too busy. */
  mayBeBusy?: boolean
}

export type Actor = { mark: string; person: Person; assistant: Assistant; browser: Browser }
type Tool = { name: string; inputSchema: object; annotations: { readOnlyHint: boolean } }
type What = Pick<Made, 'operationId' | 'method'>

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const MAX_IDS = 60
const PIPELINED_MAX = 5
const RETRY_MS = 200
const TRIES_MAX = 5

/** What ends the key of an account. */
const ending = new Set(['revoke_me', 'replace_key'])

const textOf = (body: unknown) => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))

export class Attack {
  readonly #target: Target
  readonly #random: Random
  readonly #actors: Actor[] = []
  readonly #ids: string[] = []
  #people = 0
  #maker: RequestMaker | undefined
  #tools: readonly Tool[] = []
  readonly counts = new Map<string, number>()
  sent = 0
  /** Without an answer. */
  closed = 0
  /** Refused with 503 though no fault had been made. */
  busy = 0

  constructor(target: Target, random: Random) {
    this.#target = target
    this.#random = random
  }

  async begin(): Promise<[Actor, ...Actor[]]> {
    for (const mark of marks) this.#actors.push(await this.#actorOf(mark))
    const [first] = this.#actors as [Actor, ...Actor[]]
    const document = (await this.#target.call('/openapi.json')).body as Document
    this.#maker = new RequestMaker(document, this.#random)
    this.#tools = replyIn(await first.assistant.ask('tools/list')).result.tools
    return this.#actors as [Actor, ...Actor[]]
  }

  /** Tried again while a fault lasts; after it, connections of the test itself may turn out to be broken. */
  async #actorOf(mark: string): Promise<Actor> {
    for (let tries = 1; ; tries++) {
      const start = performance.now()
      try {
        return await this.#newActor(mark)
      } catch (error) {
        if (!this.#target.isExcused(start) && tries > TRIES_MAX) throw error
        await pause(RETRY_MS)
      }
    }
  }

  async #newActor(mark: string): Promise<Actor> {
    const { call, db } = this.#target
    const person = await signUp(call, `${mark}-${this.#people++}`)
    const assistant = assistantWith({ call }, await insertToken(db, person.id))
    return { mark, person, assistant, browser: await browserFor({ mark, key: person.key }, call, this.#random) }
  }

  async strike() {
    const actor = this.#random.pick(this.#actors)
    const way = this.#random.next()
    if (way < 0.2) return this.#useTool(actor)
    if (way < 0.32) return this.#sendForm(actor)
    if (way < 0.42) return this.#sendBytes(actor)
    return this.#request(actor)
  }

  #make = (actor: Actor) => (this.#maker as RequestMaker).make({ mark: actor.mark, ids: this.#ids })

  #headersOf = ({ path, body, headers }: Made, { person, assistant }: Actor) => ({
    ...(body !== undefined && { 'content-type': 'application/json' }),
    authorization: `Bearer ${this.#random.chance(0.9) ? person.key : assistant.token}`,
    ...(path.startsWith('/api/') && { origin: BASE_URL }),
    ...headers,
  })

  async #request(actor: Actor) {
    const [made, start] = [this.#make(actor), performance.now()]
    const { path, method, body } = made
    const headers = this.#headersOf(made, actor)
    const answer = await this.#target.call(path, { method, headers, ...(body !== undefined && { body }) })
    this.#see(actor, made, answer.status, answer, start)
    if (answer.status === 401) await this.#replaceIfEnded(actor)
    if (answer.status < 300 && ending.has(made.operationId)) await this.#replace(actor)
  }

  /** A sender that has ended its own account or key continues with a new account. */
  async #replace(actor: Actor) {
    const other = await this.#actorOf(actor.mark)
    const n = this.#actors.indexOf(actor)
    if (n >= 0) this.#actors[n] = other
  }

  async #useTool(actor: Actor) {
    const { name, inputSchema, annotations } = this.#random.pick(this.#tools)
    const start = performance.now()
    const given = this.#maker?.argumentsFor(inputSchema, { mark: actor.mark, ids: this.#ids })
    const answer = await actor.assistant.use(name, given as Record<string, unknown>)
    const reply = answer.status === 200 ? replyIn(answer) : answer.body
    const isRefused = answer.status >= 400 || reply?.error !== undefined || reply?.result?.isError === true
    const what: What = { operationId: name, method: annotations.readOnlyHint ? 'GET' : 'POST' }
    this.#see(actor, what, isRefused ? 400 : 200, answer, start)
    assert.notEqual(reply?.error?.code, -32_603, `${name}: ${JSON.stringify(reply)}`)
  }

  async #sendForm(actor: Actor) {
    const start = performance.now()
    const others = this.#actors.filter((other) => other !== actor)
    for (const { path, isPrivate, answer } of await actor.browser.walks(this.#random.pick(others)?.browser)) {
      const what: What = { operationId: path.replace(uuids, '{id}'), method: isPrivate ? 'POST' : 'GET' }
      this.#see(actor, what, answer.status, answer, start)
    }
    if (actor.browser.hasEndedKey()) await this.#replace(actor)
  }

  async #sendBytes(first: Actor) {
    const { below, pick } = this.#random
    const senders = [first, ...Array.from({ length: below(PIPELINED_MAX) }, () => pick(this.#actors))]
    const all = senders.map((actor) => ({ actor, made: this.#make(actor) }))
    const wholes = all.map(
      ({ actor, made }): Whole => ({
        line: `${made.method} ${made.path}`,
        headers: this.#headersOf(made, actor),
        body: made.body === undefined ? '' : JSON.stringify(made.body),
      }),
    )
    const { way, parts, answers } = transmission(wholes as [Whole, ...Whole[]], this.#random)
    const start = performance.now()
    const received = await sendBytes(this.#target.port(), parts)
    const came = answersIn(received)
    this.#note(way)
    for (const [at, answer] of came.entries()) {
      const { actor, made } = all[at] ?? assert.fail(`${way}: more answers than requests: ${received}`)
      this.#see(actor, made, answer.status, answer, start)
      if (answers !== undefined) assertAsDescribed(made.method, made.path, answer)
    }
    const isEnded = came.at(-1)?.headers.connection === 'close' || answers === undefined
    if (came.length < (answers ?? 0) && !isEnded)
      assert.ok(this.#target.isExcused(start), `${way}: ${came.length} of ${answers} answers, and no end: ${received}`)
    for (const { actor, made } of all) if (ending.has(made.operationId)) await this.#replaceIfEnded(actor)
  }

  async #replaceIfEnded(actor: Actor) {
    if ((await actor.person.me()).status === 401) await this.#replace(actor)
  }

  #note(what: string) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  #see(actor: Actor, what: What, status: number, { status: sent, body, headers }: Answer, start: number) {
    this.sent++
    const text = textOf(body)
    if (sent === CLOSED) {
      this.closed++
      return
    }
    const isProper503 = sent === 503 && headers['retry-after'] !== undefined
    const isExcused = isProper503 && (this.#target.isExcused(start) || this.#target.mayBeBusy === true)
    if (isProper503 && !this.#target.isExcused(start)) this.busy++
    const isFull = body?.error?.code === 'CAPACITY'
    assert.ok(sent < 500 || isFull || isExcused, `${JSON.stringify(what)}: ${sent} ${text}`)
    this.#assertOwn(actor, what, status, text)
    if (what.operationId === 'get_me' && status === 200) assert.ok(body.name.startsWith(actor.mark), text)
    this.#note(`${what.operationId} ${status < 400 ? 'served' : 'refused'}`)
    for (const id of text.match(uuids)?.slice(0, 3) ?? []) {
      if (this.#ids.length >= MAX_IDS) this.#ids[this.#random.below(MAX_IDS)] = id
      else this.#ids.push(id)
    }
  }

  /** A refusal, and the answer to a write, speaks of the request alone; only reads show what others have published. */
  #assertOwn({ mark }: Actor, { operationId, method }: What, status: number, text: string) {
    if (status < 400 && method === 'GET') return
    for (const other of marks)
      if (other !== mark) assert.ok(!text.includes(other), `${operationId} of ${mark} names ${other}: ${text}`)
  }

  /** The operations and tools that were never tried. */
  missed(): string[] {
    const met = new Set([...this.counts.keys()].map((key) => key.split(' ')[0]))
    const operations = this.#maker?.operations.map(({ described }) => described.operationId) ?? []
    return [...operations, ...this.#tools.map(({ name }) => name)].filter((name) => !met.has(name))
  }

  /** Every row with text has the mark of its owner alone. */
  async assertRowsAreOwn(db = this.#target.db) {
    const rows = Object.values(await ownedRows(db)).flat()
    for (const { owner, ...row } of rows) {
      const own = marks.find((mark) => owner.startsWith(mark))
      const text = JSON.stringify(row)
      if (own) for (const mark of marks) assert.ok(mark === own || !text.includes(mark), `${owner}: ${text}`)
    }
    return rows.length
  }
}
