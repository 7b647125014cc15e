import { openApiDocument } from '../openapi/document.ts'
import { operations } from '../operations.ts'
import { type Environment, readConfig } from '../settings/config.ts'
import { printText } from './print.ts'

/** Prints the document that the service serves at /openapi.json. */
export async function openapi(env: Environment): Promise<void> {
  const { baseUrl, identity } = readConfig(env)
  printText(JSON.stringify(openApiDocument(operations, baseUrl, identity.name), null, 2))
}
