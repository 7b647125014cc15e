/** Every write of the catalogue, by an account that may not do it, or on what is another's: nothing changes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeServices } from '../../src/app.ts'
import { Failure } from '../../src/kernel/errors.ts'
import type { AnyOperation, Caller, Scope } from '../../src/kernel/operation.ts'
import { perform, whyOpenToRestricted } from '../../src/kernel/perform.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { bindingsOf, choiceOf } from '../../src/mcp/tool.ts'
import { tools } from '../../src/mcp/tools.ts'
import { operations, siteOperations } from '../../src/operations.ts'
import { BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import { publishedArticle } from '../setup/articles.ts'
import { type Answer, codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { authorizeUrl, newClient, openForm, pkce, sendForm, submitForm } from '../setup/connections.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { browserOn, hiddenFieldsOf } from '../setup/cookie-browser.ts'
import { guestOn } from '../setup/guests.ts'
import { assistantWith, replyIn } from '../setup/mcp.ts'
import {
  type Attempt,
  attempts,
  changeAccount,
  type Input,
  openScene,
  type Scene,
  send,
  standings,
  threadOf,
  unlimited,
} from '../setup/writes.ts'

/** Writes of callers without an account: nobody can be restricted, suspended or revoked there. */
const withoutAccount = ['register', 'unsorted_publish', 'humanfeed_comment_as_guest', 'humanfeed_remove_guest_comment']

const writes = [...operations, ...siteOperations].filter(({ effect }) => effect === 'write')
const ofAccounts = writes.filter(({ access }) => typeof access === 'object')
const operationOf = (name: string) => ofAccounts.find((op) => op.name === name) as AnyOperation

/** The call that an assistant makes of the same input, and its outcome as a REST client would see it. */
async function useTool(board: Board, token: string, op: AnyOperation, input: Input): Promise<Answer> {
  const tool =
    tools.find((candidate) => bindingsOf(candidate).some((binding) => binding.op.name === op.name)) ?? assert.fail()
  const { takes } = bindingsOf(tool).find((binding) => binding.op.name === op.name) ?? assert.fail()
  const choice = choiceOf(tool)
  const [chosen] = Object.entries(choice?.operations ?? {}).find(([, binding]) => binding.op.name === op.name) ?? []
  const given = Object.fromEntries(
    Object.entries(takes).flatMap(([argument, field]) => (field in input ? [[argument, input[field]]] : [])),
  )
  const answer = await assistantWith(board, token).use(
    tool.name,
    choice ? { ...given, [choice.argument]: chosen } : given,
  )
  if (answer.status !== 200) return answer
  const { content, structuredContent, isError } = replyIn(answer).result
  return { ...answer, status: isError ? 403 : 200, body: isError ? JSON.parse(content[0].text) : structuredContent }
}

type Way = { name: string; go(board: Board, input: Input): Promise<Answer> }

/** Every way to an operation that takes a credential of the account. */
const waysTo = (op: AnyOperation, { ada, token }: Scene): Way[] => [
  ...(op.http.oauth === 'required'
    ? []
    : [{ name: 'with a key', go: (board: Board, input: Input) => send(board, ada.key, op, input) }]),
  ...(op.http.oauth
    ? [{ name: 'with a token', go: (board: Board, input: Input) => send(board, token, op, input) }]
    : []),
  ...(op.tool ? [{ name: 'as a tool', go: (board: Board, input: Input) => useTool(board, token, op, input) }] : []),
]

/** For a caller whose credential was good when it was read: only what is asked under the writer's lock is left. */
const performStale = (scene: Scene, op: AnyOperation, input: Input, scopes?: readonly Scope[]) =>
  performAs(scene, op, input, {
    ...{ id: scene.ada.id, name: scene.ada.name, createdAt: 0, via: 'oauth', network: '' },
    scopes: scopes ?? ['board:read', 'board:write'],
  })

async function performAs({ board }: Scene, op: AnyOperation, input: Input, caller: Caller) {
  const site = {
    baseUrl: BASE_URL,
    limits: board.config.limits,
    graceStartsAt: 0,
    guestComments: true,
    identity: board.config.identity,
  }
  const parts = { db: board.db, clock: { now: board.now }, random: systemRandom, site, admit: () => {} }
  try {
    await perform(
      op,
      makeServices(parts, () => Buffer.alloc(32)),
      caller,
      input,
    )
    return 'done'
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

const inputFor = (op: AnyOperation, scene: Scene) => (attempts[op.name] as Attempt).input(scene)
const isAccepted = ({ status }: Answer) => status >= 200 && status < 300

onEachEngine('every write of the catalogue', (engine) => {
  it('has an entry here', () => {
    assert.deepEqual(ofAccounts.map(({ name }) => name).sort(), Object.keys(attempts).sort())
    assert.deepEqual(
      writes.filter(({ access }) => typeof access === 'string').map(({ name }) => name),
      withoutAccount,
    )
  })

  it('is refused to a restricted account unless it takes something back, and repeats are answered', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const scene = await openScene(board)
    const { ada, become } = scene
    for (const op of ofAccounts.filter(({ name }) => name !== 'revoke_me'))
      for (const { name: way, go } of waysTo(op, scene)) {
        const what = `${op.name} ${way}`
        const input = await inputFor(op, scene)
        for (const standing of [standings.restricted, standings.restrictedAndSuspended]) {
          await become(ada, standing)
          if (whyOpenToRestricted(op, input)) continue
          const refused = await assertNothingChanges(board, () => go(board, input))
          assert.equal(codeOf(refused), '403 ACCOUNT_RESTRICTED', what)
        }
        if (whyOpenToRestricted(op, input)) assert.ok(isAccepted(await go(board, input)), what)
        await become(ada, standings.good)
        assert.ok(isAccepted(await go(board, input)) || op.name === 'delete_message', what)
        const again = await go(board, input)
        assert.ok(isAccepted(again) || op.name === 'delete_message', what)
        await become(ada, standings.restricted)
        if (again.body.replayed)
          assert.deepEqual((await assertNothingChanges(board, () => go(board, input))).body.replayed, true, what)
        await become(ada, standings.good)
      }
    const pin = operationOf('pin_thread')
    const pinned = await inputFor(pin, scene)
    assert.equal((await send(board, scene.token, pin, pinned)).status, 200)
    await become(ada, standings.restricted)
    assert.equal((await send(board, scene.token, pin, { ...pinned, pinned: false })).body.replayed, false)
    assert.equal((await send(board, ada.key, operationOf('revoke_me'), {})).status, 200)
  })

  it('is open to a suspended account, except that it neither votes nor pins', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const scene = await openScene(board)
    const { ada, become } = scene
    const refusals = new Map([
      ['vote', '403 VOTING_SUSPENDED'],
      ['humanfeed_vote_on_article', '403 VOTING_SUSPENDED'],
      ['pin_thread', '403 PINNING_SUSPENDED'],
    ])
    for (const op of ofAccounts.filter(({ name }) => name !== 'revoke_me'))
      for (const { name: way, go } of waysTo(op, scene)) {
        await become(ada, standings.good)
        const input = await inputFor(op, scene)
        await become(ada, standings.suspended)
        const refusal = refusals.get(op.name)
        if (!refusal) assert.ok(isAccepted(await go(board, input)), `${op.name} ${way}`)
        else assert.equal(codeOf(await assertNothingChanges(board, () => go(board, input))), refusal, way)
      }
  })

  it('is refused to a revoked account, also where its credential was read before', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const scene = await openScene(board)
    const { ada, become } = scene
    for (const op of ofAccounts)
      for (const { name: way, go } of waysTo(op, scene)) {
        await become(ada, standings.good)
        const input = await inputFor(op, scene)
        await become(ada, standings.revoked)
        await assertNothingChanges(board, async () => {
          assert.equal((await go(board, input)).status, 401, `${op.name} ${way}`)
          assert.equal(await performStale(scene, op, input), 'UNAUTHORIZED', op.name)
        })
      }
  })

  it('is refused to a token that may only read, and to a caller without a credential', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const scene = await openScene(board)
    for (const op of ofAccounts) {
      const input = await inputFor(op, scene)
      await assertNothingChanges(board, async () => {
        const sent = await send(board, scene.readOnly, op, input)
        assert.equal(codeOf(sent), op.http.oauth ? '403 INSUFFICIENT_SCOPE' : '401 UNAUTHORIZED', op.name)
        if (op.tool) assert.equal((await useTool(board, scene.readOnly, op, input)).body.error, 'insufficient_scope')
        assert.equal(await performStale(scene, op, input, ['board:read']), 'INSUFFICIENT_SCOPE', op.name)
        assert.equal(await performAs(scene, op, input, { network: '' }), 'UNAUTHORIZED', op.name)
      })
    }
  })

  it('is refused on the items of other accounts', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const scene = await openScene(board)
    for (const op of ofAccounts) {
      const { foreign } = attempts[op.name] as Attempt
      if (typeof foreign === 'string') continue
      for (const { name: way, go } of waysTo(op, scene)) {
        const input: Input = await foreign(scene)
        const refused = await assertNothingChanges(board, () => go(board, input))
        assert.ok(['NOT_OWNER', 'NOT_FOUND'].includes(refused.body.error.code), `${op.name} ${way}: ${codeOf(refused)}`)
      }
    }
  })

  it('refuses a restricted account for its restriction, not for a spent allowance', async () => {
    const limits = {
      LIMIT_POSTS_PER_AGENT_PER_DAY: 1,
      LIMIT_VOTES_PER_AGENT_PER_DAY: 1,
      LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 1,
      LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 1,
      LIMIT_COMMENTS_PER_AGENT_PER_DAY: 1,
    }
    await using board = await openBoard(engine, { limits: { ...unlimited, ...limits } })
    const scene = await openScene(board)
    const { ada, token, become } = scene
    const spending = [
      'create_thread',
      'vote',
      'humanfeed_vote_on_article',
      'pin_thread',
      'humanfeed_submit',
      'humanfeed_comment',
    ].map(operationOf)
    for (const op of spending) {
      const [first, second] = [await spendingInput(op.name, board), await spendingInput(op.name, board)]
      const go = (input: Input) => send(board, op.http.oauth ? token : ada.key, op, input)
      const taken = await go(first)
      assert.ok(isAccepted(taken) || codeOf(taken) === '429 DAILY_LIMIT', op.name) // both votes share an allowance
      assert.equal(codeOf(await go(second)), '429 DAILY_LIMIT', op.name)
      await become(ada, standings.restricted)
      assert.equal(codeOf(await assertNothingChanges(board, () => go(second))), '403 ACCOUNT_RESTRICTED', op.name)
      await become(ada, standings.good)
    }
  })

  it('of a guest is refused without the session that it belongs to', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const published = await publishedArticle(board, ada)
    const [gil, eve] = [guestOn(board), guestOn(board, '192.0.2.78')]
    await gil.begins('gil')
    await eve.begins('eve')
    const said = await gil.says(published, 'Well said.')
    assert.equal(said.status, 201)

    await assertNothingChanges(board, async () => {
      assert.equal(codeOf(await eve.removes(said.body.id)), '404 NOT_FOUND')
      assert.equal(codeOf(await guestOn(board, '192.0.2.79').removes(said.body.id)), '404 NOT_FOUND')
      assert.equal(codeOf(await eve.says({ ...published, post_id: UNKNOWN_ID }, 'Hello.')), '404 NOT_FOUND')
      const forged = { 'x-csrf-token': eve.token() }
      const path = `/api/humanfeed/human-comments/${said.body.id}`
      assert.equal(codeOf(await gil.call('DELETE', path, undefined, forged)), '403 CSRF')
      const origin = { origin: 'https://elsewhere.example' }
      assert.equal(codeOf(await gil.call('DELETE', path, undefined, origin)), '403 CSRF')
    })
    assert.equal((await gil.removes(said.body.id)).status, 200)
  })
})

onEachEngine('what people do for an account', (engine) => {
  it('connects no program to a restricted or revoked one', async () => {
    await using board = await openBoard(engine)
    const { ada, become } = await openScene(board)
    const { code_challenge } = pkce()
    const form = await openForm(board, authorizeUrl(await newClient(board), code_challenge))
    for (const [standing, status] of [
      [standings.restricted, 403],
      [standings.revoked, 400],
    ] as const) {
      await become(ada, standings.good)
      await become(ada, standing)
      const choice = { agent: 'existing', api_key: ada.key, write: 'yes' }
      assert.equal((await assertNothingChanges(board, () => submitForm(board, form, choice))).status, status)
    }
  })

  it('changes nothing after it was revoked elsewhere', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const message = await threadOf(ada)
    const browser = browserOn(board)
    const list = await browser.visits('/agents/')
    const page = await browser.submits(list, '/agents/open', { api_key: ada.key })
    const { csrf } = hiddenFieldsOf(list, '/agents/open')
    assert.equal(page.status, 200)
    await changeAccount(board, ada, standings.revoked)

    const headers = { cookie: browser.cookie(), origin: BASE_URL }
    for (const action of ['disconnect', 'revoke', `messages/${message}/delete`])
      await assertNothingChanges(board, async () =>
        assert.equal(
          (await sendForm(board, `/agents/${ada.id}/${action}`, { csrf: csrf as string }, headers)).status,
          404,
          action,
        ),
      )
  })
})

let authors = 0
/** Its targets are by somebody whose own allowance is not spent. */
async function spendingInput(name: string, board: Board): Promise<Input> {
  const bob = await board.account(`author-${++authors}`)
  return (attempts[name] as Attempt).input({ bob } as Scene)
}
