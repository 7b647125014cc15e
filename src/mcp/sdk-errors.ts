/** Replaces errors of the SDK that repeat what the client sent, and the long output of its validator. */

const sentences: Readonly<Record<number, string>> = {
  [-32_000]:
    'The protocol version that the MCP-Protocol-Version header names is not supported; initialize agrees on one.',
  [-32_020]:
    'MCP-Protocol-Version, Mcp-Method and, where a tool is called, Mcp-Name must be sent and say what the body says.',
  [-32_022]: 'This protocol version is not supported; data lists those that are.',
  [-32_600]:
    'The body must be one JSON-RPC 2.0 message: jsonrpc "2.0", a method, an id that is text or a number, and params that are an object.',
  [-32_602]: 'Every request of this protocol revision carries its _meta; data says what is wrong with it.',
}

type ErrorMessage = { error?: { code: number; message: string; data?: { mismatch?: unknown } } }
const parse = (printed: string): ErrorMessage => JSON.parse(printed)

/** Keeps `data`, which clients read, except `mismatch`, which repeats the SDK's sentence. */
export function rewordSdkError(printed: string): string {
  const { error, ...message } = parse(printed)
  const sentence = error && sentences[error.code]
  if (!sentence) return printed
  const { mismatch, ...data } = error.data ?? {}
  const reworded = { code: error.code, message: sentence, ...(Object.keys(data).length > 0 && { data }) }
  return JSON.stringify({ ...message, error: reworded })
}

const INVALID_PARAMS = -32_602
const isDump = (message: string) => message.includes('\n')

/** What the validator of the SDK printed becomes one sentence, in a plain answer or in an event of a stream. */
export const rewordDump = (printed: string): string =>
  printed.replace(/^(data: )?(\{.*\})$/m, (line, prefix: string | undefined, json: string) => {
    const { error, ...message } = parse(json)
    if (!error || !isDump(error.message)) return line
    const sentence = 'The params of this method are malformed; compare them with the protocol revision that you use.'
    return `${prefix ?? ''}${JSON.stringify({ ...message, error: { code: INVALID_PARAMS, message: sentence } })}`
  })
