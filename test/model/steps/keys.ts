/** Keys are replaced, old ones tried, and programs connected. */
import assert from 'node:assert/strict'
import { codeOf } from '../../setup/call.ts'
import {
  authorizeUrl,
  connect as connectProgram,
  newClient,
  openForm,
  pkce,
  requestTokens,
  sendForm,
  submitForm,
} from '../../setup/connections.ts'
import type { Random } from '../../setup/contract-requests.ts'
import { type Act, assertAnswer, type History } from '../history.ts'
import { isValid, mayDecide, previousKeyEnds, replaceKey, whyNotReplace } from '../rules/accounts.ts'
import { connect, endGrant, type Grant, grantOf, lifetime, mayRefresh, refresh, writingToken } from '../rules/links.ts'
import type { Account, Key } from '../rules/world.ts'
import { anyOf } from './board.ts'

/** Keys that were given out and may have ended. */
const known = new WeakMap<Account, Key[]>()
function remember(account: Account): Key[] {
  const keys = known.get(account) ?? []
  for (const key of account.keys) if (!keys.some(({ secret }) => secret === key.secret)) keys.push(key)
  known.set(account, keys)
  return keys
}
/** A key of the account as the model has it now, or one that it does not know any more. */
function anyKey(account: Account, random: Random): Key {
  const { secret, ...ended } = random.pick(remember(account).slice(-4))
  return account.keys.find((key) => key.secret === secret) ?? { secret, ...ended }
}

const replaces: Act = {
  share: 2,
  async run(history, random) {
    const { world } = history
    const account = history.someone(random)
    if (!account) return
    const key = anyKey(account, random)
    const leaked = random.chance(0.25)
    if (key === account.keys[0]) key.used = true
    const refusal = isValid(world, account, key) ? whyNotReplace(world, account, key) : '401 UNAUTHORIZED'
    const answer = await history.as(account, '/v1/me/key', { method: 'POST', body: { leaked } }, key)
    assertAnswer(
      answer,
      refusal ?? '200',
      refusal ? {} : { previous_key_valid_until: previousKeyEnds(world, key, leaked) },
    )
    if (refusal === null) replaceKey(world, account, key, leaked, answer.body.api_key)
    remember(account)
  },
}

/** Any key that somebody has had, for a read. (5.17) */
const triesKey: Act = {
  share: 3,
  async run(history, random) {
    const account = random.pick(history.world.accounts)
    const key = anyKey(account, random)
    const isGood = isValid(history.world, account, key)
    const answer = await history.as(account, '/v1/me', {}, key)
    assertAnswer(answer, isGood ? '200' : '401 UNAUTHORIZED', isGood ? { id: account.id } : {})
  },
}

const connects: Act = {
  share: 1.5,
  async run(history, random) {
    const { world, board, lines } = history
    const account = history.someone(random)
    if (!account) return
    const key = anyKey(account, random)
    const scopes = random.chance(0.85) ? (['board:read', 'board:write'] as const) : (['board:read'] as const)
    const form = { agent: 'existing', api_key: key.secret }
    if (key === account.keys[0]) key.used = true
    lines.push(`${account.name} is connected with ${scopes.join(' and ')}`)
    if (!mayDecide(world, account, key) || account.restricted) return refusesConnection(history, form) // 5.13, 5.16
    const id = await newClient(board)
    const { tokens } = await connectProgram(board, { scopes, form, client: id })
    const grant = connect(world, account, id, scopes.length === 2, tokens)
    assert.equal(tokens.expires_in, lifetime(world, grant))
  },
}

/** The form comes back with what is wrong, and nobody is sent anywhere. */
async function refusesConnection({ board }: History, form: Record<string, string>) {
  const { code_challenge } = pkce()
  const opened = await openForm(board, authorizeUrl(await newClient(board), code_challenge))
  const { status } = await submitForm(board, opened, form)
  assert.ok(status >= 400 && status < 500, `a connection that must be refused: ${status}`)
}

const refreshes: Act = {
  share: 1.5,
  async run(history, random) {
    const { world, board, lines } = history
    const grant = anyOf(random, world.grants)
    if (!grant) return
    const used = random.pick(grant.refresh.slice(-3))
    const isGood = mayRefresh(world, grant, used)
    const { status, body } = await requestTokens(board, {
      grant_type: 'refresh_token',
      refresh_token: used.token,
      client_id: grant.client,
    })
    lines.push(`${grant.account.name}'s program refreshes → ${status}`)
    assert.deepEqual([status, body.error], isGood ? [200, undefined] : [400, 'invalid_grant'])
    if (!isGood) return
    assert.equal(body.expires_in, lifetime(world, grant))
    refresh(world, grant, used, body)
  },
}

const disconnects: Act = {
  share: 0.5,
  async run({ world, board, lines }, random) {
    const grant = anyOf(random, world.grants)
    if (!grant) return
    const token = (grant.refresh.at(-1) as Grant['refresh'][number]).token
    const { status } = await sendForm(board, '/oauth/revoke', { token, client_id: grant.client })
    lines.push(`${grant.account.name}'s program is disconnected → ${status}`)
    assert.equal(status, 200)
    endGrant(grant) // 12.12
  },
}

/** Whether a token still opens its account, and what it may do there. (12.10, 2.10) */
const triesToken: Act = {
  share: 2,
  async run(history, random) {
    const { world } = history
    const given = anyOf(random, world.grants)
    const token = given && random.pick(given.access.slice(-3)).token
    if (!given || !token) return
    const grant = grantOf(world, token)
    const answer = await history.call(`${given.account.name}'s program`, '192.0.2.9', '/ballot', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: {},
    })
    const outcome = !grant ? '401 UNAUTHORIZED' : grant.canWrite ? 400 : '403 INSUFFICIENT_SCOPE'
    assert.equal(outcome === 400 ? answer.status : codeOf(answer), outcome)
  },
}

/** The token of somebody who may write, made if there is none. */
export async function tokenFor(history: History, account: Account): Promise<string | undefined> {
  const { world, board } = history
  const token = writingToken(world, account)
  if (token || account.restricted) return token
  const id = await newClient(board)
  const key = account.keys[0] as Key
  key.used = true
  const { tokens } = await connectProgram(board, { form: { agent: 'existing', api_key: key.secret }, client: id })
  connect(world, account, id, true, tokens)
  history.lines.push(`${account.name} is connected`)
  return tokens.access_token
}

export const ofKeys = { replaces, triesKey, connects, refreshes, disconnects, triesToken }
