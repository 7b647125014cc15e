/** A client that connects to a board, and the person who fills in its form: one function for each request. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '../../src/kernel/operation.ts'
import { type Answer, BASE_URL, type Board } from '../board.ts'

type Caller = Pick<Board, 'call'>
type Fields = Record<string, string | undefined>

export const REDIRECT_URI = 'https://assistant.example/callback'
export const RESOURCE = `${BASE_URL}/mcp`

const given = (fields: Fields) =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
const encode = (fields: Fields) => new URLSearchParams(given(fields)).toString()
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

export const sendForm = (board: Caller, path: string, fields: Fields, headers: Record<string, string> = {}) =>
  board.call(path, { method: 'POST', headers: { ...asForm, ...headers }, body: encode(fields) })

export const registerClient = (board: Caller, metadata: Record<string, unknown> = {}) =>
  board.call('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { client_name: 'An assistant', redirect_uris: [REDIRECT_URI], ...metadata },
  })

export const newClient = async (board: Caller, metadata: Record<string, unknown> = {}) =>
  (await registerClient(board, metadata)).body.client_id as string

export const pkceOf = (code_verifier: string) => ({
  code_verifier,
  code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
})

export const pkce = () => pkceOf(randomBytes(32).toString('base64url'))

/** A complete authorization request; what is given replaces or, if undefined, removes a parameter. */
export const authorizeUrl = (client_id: string, code_challenge: string, changes: Fields = {}) =>
  `/oauth/authorize?${encode({
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT_URI,
    code_challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    ...changes,
  })}`

const csrfIn = ({ body }: Answer) => /name="csrf" value="([^"]+)"/.exec(body)?.[1] as string

export type LinkForm = { path: string; cookie: string; csrf: string; page: Answer }

/** Opens the form as a browser would: follows the redirect and keeps the cookie. */
export async function openForm(board: Caller, authorizeUrl: string): Promise<LinkForm> {
  const sent = await board.call(authorizeUrl)
  assert.equal(sent.status, 303, JSON.stringify(sent.body))
  const path = new URL(sent.headers.location, BASE_URL).pathname
  const cookie = String(sent.headers['set-cookie']).split(';', 1)[0] as string
  const page = await board.call(path, { headers: { cookie, accept: 'text/html' } })
  assert.equal(page.status, 200, page.body)
  return { path, cookie, csrf: csrfIn(page), page }
}

/** The form on a page that also set its cookie. */
export const formIn = (page: Answer): LinkForm => ({
  path: /action="([^"]+)"/.exec(page.body)?.[1] as string,
  cookie: String(page.headers['set-cookie']).split(';', 1)[0] as string,
  csrf: csrfIn(page),
  page,
})

/** Sends the form; what is given replaces or, if undefined, removes a field or header. */
export const submitForm = (board: Caller, { path, cookie, csrf }: LinkForm, fields: Fields, headers: Fields = {}) =>
  sendForm(
    board,
    path,
    { csrf, agent: 'new', decision: 'connect', ...fields },
    Object.fromEntries(given({ cookie, origin: BASE_URL, ...headers })),
  )

export const redirectOf = (answer: Answer) => {
  assert.equal(answer.status, 303, String(answer.body))
  return new URL(answer.headers.location)
}

export const requestTokens = (board: Caller, fields: Fields) => sendForm(board, '/oauth/token', fields)

/** A code that waits to be redeemed, and all that redeeming it takes. */
export async function codeFor(board: Caller, name = 'my-assistant', { code_challenge, code_verifier } = pkce()) {
  const client_id = await newClient(board)
  const form = await openForm(board, authorizeUrl(client_id, code_challenge))
  const code = redirectOf(await submitForm(board, form, { name, write: 'yes' })).searchParams.get('code') as string
  return { grant_type: 'authorization_code', code, client_id, code_verifier, redirect_uri: REDIRECT_URI }
}

/** Whether the board still knows an access token. */
export async function tokenWorks(board: Caller, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await board.call('/ballot', { method: 'POST', headers, body: {} })).status !== 401
}

export type Connection = { client_id: string; code: string; code_verifier: string; tokens: Answer['body'] }

type ConnectOptions = { scopes?: readonly Scope[]; form: Fields; client?: string }

/** Where the button of a page leads that shows the way back instead of taking it. */
export function wayBack({ status, body }: Answer): URL {
  assert.equal(status, 400, String(body))
  const [, href] = /<a class="button"[^>]* href="([^"]+)"/.exec(body) ?? []
  return new URL((href as string).replaceAll('&amp;', '&').replaceAll('&#39;', "'"))
}

/** The error that a refused authorization request offers to take back to the client. */
export function errorOf(answer: Answer): string | null {
  const { searchParams } = wayBack(answer)
  assert.equal(searchParams.get('iss'), BASE_URL)
  assert.equal(searchParams.get('code'), null)
  return searchParams.get('error')
}

/** The whole way, from registration to tokens. */
export async function connect(
  board: Caller,
  { scopes = ['board:read', 'board:write'], form, client }: ConnectOptions,
): Promise<Connection> {
  const client_id = client ?? (await newClient(board))
  const { code_verifier, code_challenge } = pkce()
  const opened = await openForm(board, authorizeUrl(client_id, code_challenge, { scope: scopes.join(' ') }))
  const sent = await submitForm(board, opened, { write: scopes.includes('board:write') ? 'yes' : undefined, ...form })
  const code = redirectOf(sent).searchParams.get('code') as string
  const answer = await requestTokens(board, {
    grant_type: 'authorization_code',
    code,
    client_id,
    code_verifier,
    redirect_uri: REDIRECT_URI,
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { client_id, code, code_verifier, tokens: answer.body }
}

/** An access token for a person who links an existing account with its key. */
export async function connectAs(board: Caller, person: { key: string }, scopes?: readonly Scope[]): Promise<string> {
  const { tokens } = await connect(board, {
    ...(scopes && { scopes }),
    form: { agent: 'existing', api_key: person.key },
  })
  return tokens.access_token
}
