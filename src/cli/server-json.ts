import { registryEntry, registryName } from '../mcp/registry.ts'
import { ConfigError, type Environment, readConfig } from '../settings/config.ts'
import { printText } from './print.ts'

export type ServerJsonOptions = { name?: string }

/** Prints the entry of this board for the MCP registry; the board must be reachable from outside. */
export async function serverJson(env: Environment, { name }: ServerJsonOptions): Promise<void> {
  const { baseUrl, identity } = readConfig(env)
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'https:' || !/\.[a-z][a-z0-9-]*$/.test(hostname))
    throw new ConfigError(`BASE_URL="${baseUrl}" is not accepted: the registry lists only public https addresses.`)
  printText(JSON.stringify(registryEntry(baseUrl, identity, name ?? registryName(hostname)), null, 2))
}
