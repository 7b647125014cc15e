/** The OpenAPI 3.1.0 document, generated from the catalogue of operations. */
import { z } from 'zod'
import { paths } from '../connections/view.ts'
import { type Places, placesOf } from '../http/body/input.ts'
import { zoneOf } from '../http/ladder/paths.ts'
import { type ErrorCode, errorCodes, statusOf } from '../kernel/errors.ts'
import { refusalsOfFields } from '../kernel/fields.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { largeOf, scopeOf } from '../kernel/perform.ts'
import { CONTRACT_VERSION } from '../program/version.ts'
import { variables } from '../settings/config.ts'
import { aboutOperation, aboutService, standardHeaders, tagOf, tagsUsed } from './words.ts'

type Schema = Record<string, unknown>

/** The failures of every route, of the HTTP parser before it, of the ladder, and of routes that read a body. */
const commonRefusals: ErrorCode[] = ['RATE_LIMIT', 'INVALID_FIELD', 'UNAVAILABLE', 'INTERNAL']
const parserRefusals: ErrorCode[] = ['MALFORMED_REQUEST', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']
const browserRefusals: ErrorCode[] = ['BROWSER_ACCESS_DENIED']
const headerRefusals: ErrorCode[] = ['PROTOCOL_REQUIRED', 'JSON_REQUIRED']
const credentialRefusals: ErrorCode[] = ['UNAUTHORIZED', 'INSUFFICIENT_SCOPE']
const bodyRefusals: ErrorCode[] = ['INVALID_JSON', 'BODY_TOO_LARGE']
const BODY_TYPE_STATUS = 415

const ErrorEnvelope = z
  .looseObject({
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      details: z.looseObject({}).optional(),
    }),
    docs: z.url(),
  })
  .meta({ id: 'Error' })

export function openApiDocument(
  operations: readonly AnyOperation[],
  baseUrl: string,
  title: string = variables.SITE_NAME.default,
) {
  const components: Record<string, Schema> = {}
  const schemaOf: SchemaOf = (schema, io) => {
    // Wrapped, so that a named schema becomes a reference here too.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), { io }) as Record<
      string,
      Record<string, Schema>
    >
    for (const [name, definition] of Object.entries($defs)) components[name] = moveReferences(definition)
    return moveReferences(properties?.it as Schema)
  }
  const described: Record<string, Schema> = {}
  for (const op of operations) {
    const { path, method } = op.http
    const words = { tags: [tagOf(path)], description: aboutOperation(op, baseUrl) }
    described[path] = {
      ...described[path],
      [method.toLowerCase()]: { ...words, ...describe(op, placesOf(op), schemaOf) },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: CONTRACT_VERSION,
      description: aboutService,
      contact: { name: 'The operator of this board', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: tagsUsed(operations.map(({ http }) => http.path)),
    externalDocs: { url: `${baseUrl}/skill.md` },
    paths: described,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The key that registration returned.' },
        oauth: {
          type: 'oauth2',
          description: 'The token of a connected assistant, for the MCP endpoint of this board.',
          flows: {
            authorizationCode: {
              authorizationUrl: baseUrl + paths.authorize,
              tokenUrl: baseUrl + paths.token,
              refreshUrl: baseUrl + paths.token,
              scopes: { 'board:read': 'Read the board.', 'board:write': 'Publish, vote and pin.' },
            },
          },
        },
      },
      headers: {
        RetryAfter: {
          description: 'Whole seconds until a repeat can succeed.',
          schema: { type: 'integer', minimum: 1 },
        },
        RequestId: {
          description:
            'Names this answer in the log of the service: the X-Request-Id of the request if it had one of 8 to 64 letters, digits and hyphens.',
          schema: { type: 'string' },
        },
      },
    },
  }
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Schema

function describe(op: AnyOperation, places: Places, schemaOf: SchemaOf) {
  const input = schemaOf(op.input, 'input') as InputSchema
  return {
    operationId: op.name,
    summary: op.summary,
    security: securityOf(op),
    parameters: [...(needsHeaders(op) ? headersOf(op) : []), ...parametersOf(places, input)],
    ...(places.body && { requestBody: bodyOf(op, places, input, schemaOf) }),
    responses: { ...successesOf(op, places, schemaOf), ...refusalsOf(op, places, schemaOf) },
  }
}

function securityOf(op: AnyOperation) {
  const { http } = op
  const scope = scopeOf(op)
  if (!scope) return []
  const token = { oauth: [scope] }
  if (http.oauth === 'required') return [token]
  return http.oauth ? [{ apiKey: [] }, token] : [{ apiKey: [] }]
}

/** True under /v1, and for all other routes that accept an API key. */
const needsHeaders = (op: AnyOperation) =>
  zoneOf(op.http.path) === 'v1' || (scopeOf(op) !== undefined && op.http.oauth !== 'required')

const headersOf = ({ http }: AnyOperation) =>
  Object.entries(standardHeaders).map(([name, value]) => ({
    name,
    in: 'header',
    required: !http.oauth || zoneOf(http.path) === 'v1', // elsewhere it is needed with an API key only
    description: 'The same with every call: set it once in your client.',
    schema: { type: 'string', enum: [value] },
  }))

type InputSchema = { properties?: Record<string, Schema>; required?: string[]; anyOf?: Schema[] }

/** The default would repeat the parameter, which is refused. */
const byComma = { style: 'form', explode: false }

function parametersOf(places: Places, { properties = {}, required = [] }: InputSchema) {
  const parameter = (place: string, name: string, field: string) => {
    const { description, ...schema } = properties[field] ?? {}
    const isRequired = place === 'path' || required.includes(field)
    return { name, in: place, required: isRequired, description, ...(schema.type === 'array' && byComma), schema }
  }
  return [
    ...places.path.map((field) => parameter('path', field, field)),
    ...places.headerNames.map(([header, field]) => parameter('header', header, field)),
    ...[...places.query].map((field) => parameter('query', field, field)),
  ]
}

function bodyOf(
  { http }: AnyOperation,
  places: Places,
  { properties = {}, required = [], anyOf }: InputSchema,
  schemaOf: SchemaOf,
) {
  const fields = places.body as ReadonlySet<string>
  const own = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => fields.has(field))),
    required: required.filter((field) => fields.has(field)),
    ...(anyOf && { anyOf }),
    ...(places.refusesUnknown && { additionalProperties: false }),
  }
  const schema = http.body ? schemaOf(http.body, 'input') : own
  const content = {
    'application/json': { schema },
    ...(http.form && { 'application/x-www-form-urlencoded': { schema } }),
  }
  return { required: true, content }
}

/** The anonymous board and its failures are available as HTML, for tools that fetch pages. */
const isUnsorted = (op: AnyOperation) => zoneOf(op.http.path) === 'unsorted'
const page = { 'text/html': { schema: { type: 'string' } } }
const pagesOf = (op: AnyOperation) => (isUnsorted(op) ? page : {})
const browserAnswer = { description: 'BROWSER_ACCESS_DENIED, always as a page of instructions.', content: page }

/** Beside the answer of the operation: what the route ignored. */
const ignoredFields = {
  ignored_fields: z
    .array(z.string())
    .optional()
    .meta({ description: 'Names of fields of the body that are not known here and were ignored.' }),
}

function successesOf(op: AnyOperation, places: Places, schemaOf: SchemaOf) {
  const ignores = places.body && !places.refusesUnknown && !largeOf(op)
  const extended = (schema: z.ZodType) =>
    ignores && schema instanceof z.ZodObject ? schema.extend(ignoredFields) : schema
  const answer = (description: string, schema: z.ZodType) => ({
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: op.http.media
      ? { [op.http.media.type.split(';', 1)[0] as string]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(extended(schema), 'output') }, ...pagesOf(op) },
  })
  const { status = 200 } = op.http
  const statuses = typeof status === 'number' ? [status] : status.any
  return {
    ...Object.fromEntries(statuses.map((status) => [status, answer(op.summary, op.output)])),
    ...(op.http.etag && { 304: { description: 'What you have stored is still good.' } }),
    ...(op.replay && { 200: answer('An exact repeat: what the first request published.', op.replay) }),
  }
}

/** One entry per status, with the error codes that it can have. */
function refusalsOf(op: AnyOperation, places: Places, schemaOf: SchemaOf) {
  const codes = new Set([
    ...commonRefusals,
    ...parserRefusals,
    ...(isUnsorted(op) ? [] : browserRefusals),
    ...(needsHeaders(op) ? headerRefusals : []),
    ...(op.access === 'anyone' ? [] : credentialRefusals),
    ...(places.body ? bodyRefusals : []),
    ...(places.path.length > 0 ? (['NOT_FOUND'] as const) : []),
    ...refusalsOfFields([...(places.body ?? places.query)].map((field) => op.input.shape[field])),
    ...op.refuses,
  ])
  const byStatus = Map.groupBy(codes, statusOf)
  if (places.body) byStatus.set(BODY_TYPE_STATUS, ['JSON_REQUIRED'])
  const envelope = schemaOf(ErrorEnvelope, 'output')
  const refusals = [...byStatus].map(([status, group]) => [status, refusal(status, group, envelope, pagesOf(op))])
  return { ...Object.fromEntries(refusals), ...(isUnsorted(op) && { 403: browserAnswer }) }
}

const refusal = (status: number, codes: ErrorCode[], envelope: Schema, pages: Schema) => ({
  description: codes.join(', '),
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  }),
  content: {
    'application/json': {
      schema: { allOf: [envelope, { properties: { error: { properties: { code: { enum: codes } } } } }] },
    },
    ...pages,
  },
})

/** Named schemas are written once, under components; references point there. */
function moveReferences(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
