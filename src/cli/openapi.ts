import { type Environment, readConfig } from '../config.ts'
import { openApiDocument } from '../http/openapi.ts'
import { operations } from '../operations.ts'

/** Prints the document that the service serves at /openapi.json. */
export async function openapi(env: Environment): Promise<void> {
  console.log(JSON.stringify(openApiDocument(operations, readConfig(env).baseUrl), null, 2))
}
