/** Holds every answer of every test against the OpenAPI document that the service serves. */
import assert from 'node:assert/strict'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { pathPattern } from '../../src/http/ladder/paths.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'

const document = openApiDocument(operations, 'http://board.test')
const ajv = new Ajv2020.default({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'board')

const routes = operations.map(({ http }) => ({ ...http, pattern: pathPattern(http.path) }))

type Answer = { status: number; body: unknown }

/** Answers that no route gave (the ladder's 404 and 405) fit the error envelope. */
export function assertFitsOpenApi(method: string, path: string, { status, body }: Answer) {
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(path))
  const pointer = route
    ? `board#/paths/${route.path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
    : 'board#/components/schemas/Error'
  const validate = ajv.getSchema(pointer)
  assert.ok(validate, `${method} ${path} answered ${status}, which openapi.json does not mention`)
  assert.ok(validate(body), `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`)
}
