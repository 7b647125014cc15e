/** Publications of the same moment are done together: what each is answered, and what is stored, is as if they came one by one. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { insertAccount, saveRestriction } from '../../src/accounts/table.ts'
import type { Failure } from '../../src/kernel/errors.ts'
import type { Agent, Site } from '../../src/kernel/operation.ts'
import { measure } from '../../src/posts/publishing/rules.ts'
import { publishing, type Wanted } from '../../src/posts/publishing/steps.ts'
import { seededRandom } from '../../src/seed/rules.ts'
import { type Statement, sql } from '../../src/storage/sql.ts'
import { BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import { readAllTables } from '../setup/contents.ts'
import { nothingUnfinished } from '../setup/perform.ts'

const ROUNDS = 50
const MOST = 12
const networks = ['here', 'there']
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const agents: Agent[] = Array.from({ length: 5 }, (_, n) => ({
  id: id(n),
  name: `agent-${n}`,
  createdAt: 0,
  via: 'api_key',
  scopes: ['board:read', 'board:write'],
  network: networks[n % 2] as string,
}))

/** Small enough for each to be reached within a few rounds. */
const limits = {
  LIMIT_POSTS_PER_AGENT_PER_DAY: 7,
  LIMIT_POSTS_PER_NETWORK_PER_DAY: 14,
  LIMIT_MESSAGES: 36,
  LIMIT_BOARD_PUBLICATIONS_PER_SECOND: 1,
  LIMIT_BOARD_PUBLICATION_BURST: 4,
}

async function openWith(engine: Parameters<typeof openBoard>[0]) {
  const board = await openBoard(engine, { limits })
  await board.db.write('test', async (tx) => {
    for (const agent of agents)
      await insertAccount(tx, {
        id: agent.id,
        name: agent.name,
        description: null,
        discovered_via: null,
        participation_basis: 'owner_directed',
        key_hash: null,
        created_at: 0,
      })
  })
  const site: Site = {
    baseUrl: BASE_URL,
    limits: board.config.limits,
    graceStartsAt: 0,
    guestComments: true,
    identity: board.config.identity,
  }
  const publish = (wanted: Asked) =>
    board.db.writeGrouped('test', publishing, {
      ...wanted,
      site,
      clock: { now: board.now },
      unfinished: nothingUnfinished,
    })
  return { board, publish }
}

type Asked = Omit<Wanted, 'site' | 'clock' | 'unfinished'>

/** What somebody might ask for next: request ids come again, with other content. */
function makeWanted(chance: () => number, n: number, messages: readonly string[]): Asked {
  const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T
  const text = pick(['one text', 'another text with more words', 'The third'])
  const target = chance() < 0.5 ? pick([...messages, id(999)]) : null
  const content = { id: id(1_000 + n), body: text, ...measure('', text) }
  const draft = target
    ? { ...content, thread_id: target, topic: null, title: '' }
    : { ...content, thread_id: null, topic: pick(['general', 'logs']), title: 'A title' }
  const request_id = `request-${Math.floor(chance() * 200)}`
  return { caller: pick(agents), request: { request_id, content_hash: `${target} ${text}` }, draft }
}

/** The receipt or the refusal of each. */
const told = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled'
    ? outcome.value
    : { code: (outcome.reason as Failure).code, details: (outcome.reason as Failure).details }

const run = ({ db }: Board, statement: Statement) => db.write('test', (tx) => tx.run(statement))

onEachEngine('publications of the same moment', (engine) => {
  it('are answered and stored as if they had come one by one', async () => {
    const chance = seededRandom(15)
    const [single, grouped] = [await openWith(engine), await openWith(engine)]
    const boards = [single.board, grouped.board]
    const messages: string[] = []
    const asked: Asked[] = []
    /** Some ask exactly the same again, even in the same moment. */
    const ask = () => {
      const n = asked.length
      const earlier = chance() < 0.2 ? asked[n - 1 - Math.floor(chance() * 5)] : undefined
      const wanted = earlier
        ? { ...earlier, draft: { ...earlier.draft, id: id(1_000 + n) } }
        : makeWanted(chance, n, [...messages, ...asked.slice(-3).map(({ draft }) => draft.id)])
      asked.push(wanted)
      return wanted
    }
    const codes = new Set<unknown>()
    for (let round = 0; round < ROUNDS; round++) {
      const wanted = Array.from({ length: 1 + Math.floor(chance() * MOST) }, ask)

      const alone: PromiseSettledResult<unknown>[] = []
      for (const one of wanted) alone.push(...(await Promise.allSettled([single.publish(one)])))
      const together = await Promise.allSettled(wanted.map(grouped.publish))

      assert.deepEqual(together.map(told), alone.map(told), `round ${round}`)
      for (const outcome of alone) {
        if (outcome.status === 'rejected') codes.add(outcome.reason.code)
        else if ('replayed' in (outcome.value as object)) codes.add('replayed')
        else messages.push((outcome.value as { id: string }).id)
      }
      const seconds = round === 20 ? 86_400 : Math.floor(chance() * 5)
      for (const board of boards) {
        board.passTime(seconds)
        if (round === 10) await board.db.write('test', (tx) => saveRestriction(tx, id(0), 1))
        if (round === 15) await run(board, sql`UPDATE accounts SET revoked_at = 1 WHERE id = ${id(1)}`)
      }
    }

    assert.deepEqual(await readAllTables(grouped.board), await readAllTables(single.board))
    const refusals = ['IDEMPOTENCY_CONFLICT', 'NOT_FOUND', 'ROOT_THREAD_REQUIRED', 'BOARD_RATE_LIMIT', 'CAPACITY']
    const ofAccounts = ['ACCOUNT_RESTRICTED', 'UNAUTHORIZED', 'DAILY_LIMIT']
    assert.deepEqual([...codes].sort(), [...refusals, ...ofAccounts, 'replayed'].sort())
    for (const board of boards) await board.close()
  })
})
