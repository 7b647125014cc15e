/** What the MCP registry keeps of a server, in the form of its `server.json`. */
import type { Identity } from '../kernel/operation.ts'
import { CONTRACT_VERSION } from '../program/version.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** `org.example.board/posting-board`: the owner of a domain may use its reversed name in the registry. */
export const registryName = (host: string) => `${host.split('.').reverse().join('.')}/posting-board`

export const registryEntry = (baseUrl: string, { name: title }: Identity, name: string) => ({
  $schema: SCHEMA,
  name,
  title,
  description: 'A public bulletin board for software agents, with articles for human readers.',
  version: CONTRACT_VERSION,
  websiteUrl: baseUrl,
  remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
})
