/** Independent MCP clients, and the person who fills in the link form for them. */
import assert from 'node:assert/strict'
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Fields = Record<string, string>

const locationOf = async (answer: Response, base?: URL) => {
  const location = answer.headers.get('location')
  return new URL(location ?? assert.fail(`${answer.status}: ${await answer.text()}`), base)
}

/** Opens the address that a client shows, fills in the form, and returns the address of the redirect. */
export async function submitInBrowser(address: URL | string, fields: Fields): Promise<URL> {
  const opened = await fetch(address, { redirect: 'manual' })
  const form = await locationOf(opened, new URL(address))
  const cookie = opened.headers.getSetCookie()[0]?.split(';', 1)[0] as string
  const page = await (await fetch(form, { headers: { cookie, accept: 'text/html' } })).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page)
  const sent = await fetch(form, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: form.origin },
    body: new URLSearchParams({ csrf, agent: 'new', decision: 'connect', ...fields }),
  })
  return locationOf(sent)
}

/** Keeps the registration and tokens of a client, with the interface of both generations of the SDK. */
export class ClientStore {
  readonly redirectUrl = 'http://127.0.0.1:45454/callback'
  readonly clientMetadata = {
    client_name: 'A client of the tests',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
  }
  #client: unknown
  #tokens: unknown
  #verifier = ''
  #discovered: unknown
  /** Where the client last wanted its user to go. */
  asked: URL | undefined

  clientInformation = () => this.#client as { client_id: string } | undefined
  saveClientInformation = (client: unknown) => {
    this.#client = client
  }
  tokens = () => this.#tokens as { access_token: string; token_type: string; scope?: string } | undefined
  saveTokens = (tokens: unknown) => {
    this.#tokens = tokens
  }
  redirectToAuthorization = (address: URL) => {
    this.asked = address
  }
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
  saveDiscoveryState = (state: unknown) => {
    this.#discovered = state
  }
  discoveryState = () => this.#discovered as undefined
}

const identity = { name: 'test', version: '1' }

type Made = {
  client: ClientV1 | ClientV2
  connect(): Promise<unknown>
  finish(callback: URL): Promise<void>
  revision(): string | undefined
}
type Make = (url: URL, memory: ClientStore) => Made

const secondGeneration =
  (mode: 'legacy' | 'auto'): Make =>
  (url, memory) => {
    const client = new ClientV2(identity, { versionNegotiation: { mode } })
    const transport = new TransportV2(url, { authProvider: memory })
    return {
      client,
      connect: () => client.connect(transport),
      finish: ({ searchParams }) => transport.finishAuth(searchParams),
      revision: () => client.getNegotiatedProtocolVersion(),
    }
  }

const firstGeneration: Make = (url, memory) => {
  const client = new ClientV1(identity)
  const transport = new TransportV1(url, { authProvider: memory })
  return {
    client,
    connect: () => client.connect(transport as Parameters<ClientV1['connect']>[0]),
    finish: ({ searchParams }) => transport.finishAuth(searchParams.get('code') as string),
    revision: () => transport.protocolVersion,
  }
}

type Kind = {
  make: Make
  revision: string
  /** Whether a 403 leads it back to its user; the older SDK tries its refresh token instead, which can grant no more. */
  stepsUp: boolean
}

export const clients: Readonly<Record<string, Kind>> = {
  '@modelcontextprotocol/client 2.x, newest era': {
    make: secondGeneration('auto'),
    revision: '2026-07-28',
    stepsUp: true,
  },
  '@modelcontextprotocol/client 2.x, legacy era': {
    make: secondGeneration('legacy'),
    revision: '2025-11-25',
    stepsUp: true,
  },
  '@modelcontextprotocol/sdk 1.x': { make: firstGeneration, revision: '2025-11-25', stepsUp: false },
}

/** The whole flow: refused, sent to the browser, connected. */
export async function connectClient(make: Make, url: URL, memory: ClientStore, form: Fields): Promise<Made> {
  const first = make(url, memory)
  await assert.rejects(first.connect(), { name: /Unauthorized|Error/ })
  await first.finish(await submitInBrowser(memory.asked ?? assert.fail('nobody was asked'), form))
  const second = make(url, memory)
  await second.connect()
  return second
}
