/** The SDK's errors about headers and revisions repeat what the client sent; our sentences never do. */

const sentences: Readonly<Record<number, string>> = {
  [-32_000]:
    'The protocol version that the MCP-Protocol-Version header names is not supported; initialize agrees on one.',
  [-32_020]:
    'MCP-Protocol-Version, Mcp-Method and, where a tool is called, Mcp-Name must be sent and say what the body says.',
  [-32_022]: 'This protocol version is not supported; data lists those that are.',
  [-32_602]: 'Every request of this protocol revision carries its _meta; data says what is wrong with it.',
}

type ErrorMessage = { error?: { code: number; data?: { mismatch?: unknown } } }

/** Keeps `data`, which clients read, except `mismatch`, which repeats the SDK's sentence. */
export function rewordSdkError(printed: string): string {
  const { error, ...message } = JSON.parse(printed) as ErrorMessage
  const sentence = error && sentences[error.code]
  if (!sentence) return printed
  const { mismatch, ...data } = error.data ?? {}
  const reworded = { code: error.code, message: sentence, ...(Object.keys(data).length > 0 && { data }) }
  return JSON.stringify({ ...message, error: reworded })
}
