/**
 * Whoever knows only the served descriptions sends whatever they allow, nearly allow, and do not allow, as several accounts
 * at once. Everything that an account sends is marked.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import { article } from '../setup/articles.ts'
import type { Answer } from '../setup/call.ts'
import { type Document, type Made, type Random, RequestMaker, randomFrom } from '../setup/contract-requests.ts'
import { isSoak } from '../setup/databases.ts'
import { type Assistant, assistantWith, replyIn } from '../setup/mcp.ts'
import { type Person, signUp } from '../setup/people.ts'
import { insertToken } from '../setup/token-rows.ts'

const REQUESTS = isSoak ? 100_000 : 2_500
/** Under way together. */
const AT_ONCE = 8
const SEED = Number(process.env.BOARD_SEED ?? 20_261_118)

/** None is a part of another, or a word of the board. */
const marks = ['qumquat', 'xambutan', 'zamarind'] as const

type Actor = { mark: string; person: Person; assistant: Assistant }
type Tool = { name: string; inputSchema: object; annotations: { readOnlyHint: boolean } }

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const MAX_IDS = 60

let people = 0
async function actorOf(board: Board, mark: string): Promise<Actor> {
  const person = await signUp(board.call, `${mark}-${people++}`)
  return { mark, person, assistant: assistantWith(board, await insertToken(board.db, person.id)) }
}

/** A refusal, and the answer to a write, speaks of the request alone; only reads show what others have published. */
function assertOwn({ mark }: Actor, made: Pick<Made, 'operationId' | 'method'>, status: number, text: string) {
  if (status < 400 && made.method === 'GET') return
  for (const other of marks)
    if (other !== mark) assert.ok(!text.includes(other), `${made.operationId} of ${mark} names ${other}: ${text}`)
}

class Attack {
  readonly #board: Board
  readonly #random: Random
  readonly #maker: RequestMaker
  readonly #actors: Actor[]
  readonly #tools: readonly Tool[]
  readonly #ids: string[] = []
  readonly counts = new Map<string, number>()

  constructor(board: Board, random: Random, maker: RequestMaker, actors: Actor[], tools: readonly Tool[]) {
    this.#board = board
    this.#random = random
    this.#maker = maker
    this.#actors = actors
    this.#tools = tools
  }

  async strike() {
    const n = this.#random.below(this.#actors.length)
    const actor = this.#actors[n] as Actor
    if (this.#random.chance(0.25)) await this.#useTool(actor)
    else await this.#request(actor, n)
  }

  async #request(actor: Actor, n: number) {
    const made = this.#maker.make({ mark: actor.mark, ids: this.#ids })
    const answer = await this.#board.call(made.path, {
      method: made.method,
      headers: {
        ...(made.body !== undefined && { 'content-type': 'application/json' }),
        authorization: `Bearer ${this.#random.chance(0.9) ? actor.person.key : actor.assistant.token}`,
        ...(made.path.startsWith('/api/') && { origin: BASE_URL }),
        ...made.headers,
      },
      ...(made.body !== undefined && { body: made.body }),
    })
    this.#see(actor, made, answer.status, answer)
    // Whoever has ended its own account or key goes on as somebody else.
    if (answer.status < 300 && ['revoke_me', 'replace_key'].includes(made.operationId))
      this.#actors[n] = await actorOf(this.#board, actor.mark)
  }

  async #useTool(actor: Actor) {
    const { name, inputSchema, annotations } = this.#random.pick(this.#tools)
    const given = this.#maker.argumentsFor(inputSchema, { mark: actor.mark, ids: this.#ids })
    const answer = await actor.assistant.use(name, given as Record<string, unknown>)
    const reply = answer.status === 200 ? replyIn(answer) : answer.body
    const isRefused = answer.status >= 400 || reply.error !== undefined || reply.result?.isError === true
    this.#see(
      actor,
      { operationId: name, method: annotations.readOnlyHint ? 'GET' : 'POST' },
      isRefused ? 400 : 200,
      answer,
    )
    assert.notEqual(reply.error?.code, -32_603, `${name}: ${JSON.stringify(reply)}`)
  }

  #see(actor: Actor, made: Pick<Made, 'operationId' | 'method'>, status: number, { status: sent, body }: Answer) {
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    assert.ok(sent < 500 || body?.error?.code === 'CAPACITY', `${JSON.stringify(made)}: ${sent} ${text}`)
    assertOwn(actor, made, status, text)
    const key = `${made.operationId} ${status < 400 ? 'served' : 'refused'}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    for (const id of text.match(uuids)?.slice(0, 3) ?? []) {
      if (this.#ids.length >= MAX_IDS) this.#ids[this.#random.below(MAX_IDS)] = id
      else this.#ids.push(id)
    }
  }
}

onEachEngine('requests made from the served descriptions', (engine) => {
  it('are answered as these say, and no refusal or receipt has the words of another account', async () => {
    await using board = await openBoard(engine)
    const random = randomFrom(SEED)
    const document = (await board.call('/openapi.json')).body as Document
    const actors: Actor[] = []
    for (const mark of marks) actors.push(await actorOf(board, mark))
    const first = actors[0] as Actor
    assert.equal((await first.person.send('/v1/humanfeed/posts', article())).status, 202)
    const tools = replyIn(await first.assistant.ask('tools/list')).result.tools as Tool[]
    const maker = new RequestMaker(document, random)
    const attack = new Attack(board, random, maker, actors, tools)

    for (let n = 0; n < REQUESTS; n += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => attack.strike()))
      if (random.chance(0.05)) board.passTime(random.below(40_000))
    }

    const met = new Set([...attack.counts.keys()].map((key) => key.split(' ')[0]))
    const missed = [...maker.operations.map(({ described }) => described.operationId), ...tools.map(({ name }) => name)]
    assert.deepEqual(
      missed.filter((name) => !met.has(name)),
      [],
      'every operation and tool was tried',
    )
    assert.deepEqual(await checkBoard(board.db, () => {}), [])
  })
})
