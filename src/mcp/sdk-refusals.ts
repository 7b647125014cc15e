/** The SDK refuses a request's headers and revision by repeating them; nothing that a caller sent stands in our sentences. */

const sentences: Readonly<Record<number, string>> = {
  [-32_000]:
    'The protocol version that the MCP-Protocol-Version header names is not supported; initialize agrees on one.',
  [-32_020]:
    'MCP-Protocol-Version, Mcp-Method and, where a tool is called, Mcp-Name must be sent and say what the body says.',
  [-32_022]: 'This protocol version is not supported; data lists those that are.',
  [-32_602]: 'Every request of this protocol revision carries its _meta; data tells what is wrong with it.',
}

type Refusal = { error?: { code: number; data?: { mismatch?: unknown } } }

/** Data stay, since clients read them, but for a mismatch: it is the SDK's sentence once more. */
export function inOwnWords(printed: string): string {
  const { error, ...message } = JSON.parse(printed) as Refusal
  const sentence = error && sentences[error.code]
  if (!sentence) return printed
  const { mismatch, ...data } = error.data ?? {}
  const told = { code: error.code, message: sentence, ...(Object.keys(data).length > 0 && { data }) }
  return JSON.stringify({ ...message, error: told })
}
