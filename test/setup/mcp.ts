/** An assistant that speaks to a board's MCP endpoint, message by message, in either era of the protocol. */
import assert from 'node:assert/strict'
import type { Scope } from '../../src/kernel/operation.ts'
import type { Answer, Board, Person } from '../board.ts'
import { insertToken } from './token-rows.ts'

export const LEGACY = '2025-11-25'
export const MODERN = '2026-07-28'
export type Era = typeof LEGACY | typeof MODERN
export const eras: readonly Era[] = [LEGACY, MODERN]

type Params = Record<string, unknown>
type Headers = Record<string, string>

export const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** A whole message, as a client of that era would send it, with the headers that belong to it. */
export function messageOf(era: Era, method: string, params: Params = {}) {
  if (era === LEGACY)
    return { body: { jsonrpc: '2.0', id: 1, method, params }, headers: { 'mcp-protocol-version': era } }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name: Headers = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: { 'mcp-protocol-version': era, 'mcp-method': method, ...name },
  }
}

/** What a message was answered with, whether it came as JSON or as an event. */
export function replyIn({ body }: Answer) {
  return typeof body === 'string' ? JSON.parse(/^data: ([^\n]*)/m.exec(body)?.[1] ?? assert.fail(body)) : body
}

export type Assistant = ReturnType<typeof assistantWith>

export function assistantWith(board: Pick<Board, 'call'>, token: string, era: Era = MODERN) {
  const send = (body: unknown, headers: Headers = {}) =>
    board.call('/mcp', {
      method: 'POST',
      headers: { ...mcpHeaders, authorization: `Bearer ${token}`, ...headers },
      body,
    })
  const ask = (method: string, params?: Params, headers: Headers = {}) => {
    const message = messageOf(era, method, params)
    return send(message.body, { ...message.headers, ...headers })
  }
  const use = (name: string, given: Params = {}) => ask('tools/call', { name, arguments: given })
  const result = async (name: string, given: Params) => {
    const answer = await use(name, given)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const reply = replyIn(answer)
    return reply.result ?? assert.fail(JSON.stringify(reply))
  }
  return {
    token,
    send,
    ask,
    use,
    lists: async () => replyIn(await ask('tools/list')).result.tools,
    /** What a tool that succeeds answers; its text says the same as its structure. */
    async gets(name: string, given: Params = {}) {
      const { content, structuredContent, isError } = await result(name, given)
      assert.equal(isError, undefined, JSON.stringify(content))
      assert.deepEqual(content, [{ type: 'text', text: JSON.stringify(structuredContent) }])
      return structuredContent
    },
    /** The envelope of a tool that refuses. */
    async isRefused(name: string, given: Params = {}) {
      const { content, structuredContent, isError } = await result(name, given)
      assert.equal(isError, true, JSON.stringify(content))
      assert.equal(structuredContent, undefined)
      return JSON.parse(content[0].text)
    },
  }
}

/** An assistant that is connected with these scopes. */
export const assistantOf = async (board: Board, person: Pick<Person, 'id'>, scopes?: readonly Scope[], era?: Era) =>
  assistantWith(board, await insertToken(board.db, person.id, scopes), era)
