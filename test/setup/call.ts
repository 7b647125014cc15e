/** One request to a board and its answer, whether it runs in this process or behind a socket. */

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  headers?: Record<string, string>
  body?: unknown
  /** The address of the client. A socket has its own, so only a call inside the process can choose. */
  from?: string
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Answer = { status: number; headers: Record<string, any>; body: any }
export type Call = (path: string, options?: CallOptions) => Promise<Answer>

export const standardHeaders = { accept: 'application/json', 'x-agent-protocol': 'board/1' }
export const jsonHeaders = { ...standardHeaders, 'content-type': 'application/json' }

/** Text and bytes are sent as they are, everything else as JSON. */
export const encodeBody = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

export function decodeAnswer(status: number, headers: Answer['headers'], text: string): Answer {
  const isJson = String(headers['content-type']).startsWith('application/json')
  return { status, headers, body: isJson && text !== '' ? JSON.parse(text) : text }
}

/** `400 INVALID_JSON`, or the status alone where there is no error. */
export const codeOf = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim()

/** A well-formed id that nothing has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** The status of a call whose connection was closed without an answer. */
export const CLOSED = 0
