/** Writes src/client/generated.ts: the types and routes of the client, from the same document as docs/openapi.json. */
import type { AnyOperation } from '../src/kernel/operation.ts'
import { openApiDocument } from '../src/openapi/document.ts'

type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
}
type Content = { content?: Record<string, { schema: Schema }> }
type Described = {
  summary: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

/** Names of a request id, in the order in which an operation that has several prefers them. */
const requestIds = ['Idempotency-Key', 'request_id', 'idempotency_key', 'request_key']

/** Every operation but those of guests of the web site, who have a cookie instead of a key. */
export function clientTypes(operations: readonly AnyOperation[]): string {
  const ours = operations.filter(({ access }) => access !== 'guest')
  const { paths, components } = openApiDocument(ours, 'http://localhost')
  const described = ours.map(({ name, http }) => {
    const operation = paths[http.path]?.[http.method.toLowerCase()] as Described
    return { name, http, operation, body: operation.requestBody?.content?.['application/json']?.schema }
  })
  const schemas = components.schemas as Record<string, Schema>
  const fieldsOf = (schema: Schema = {}): string[] => {
    const { $ref, anyOf = [], properties = {} } = schema
    if ($ref) return fieldsOf(schemas[nameOf($ref)])
    return [...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]
  }
  const idOf = ({ operation, body }: (typeof described)[number]) => {
    const names = [...operation.parameters.map(({ name }) => name), ...fieldsOf(body)]
    return requestIds.find((name) => names.includes(name))
  }
  return indent(
    [
      '/** Generated from the catalogue of operations by `npm run generate`: do not edit. */',
      ...Object.entries(schemas).map(
        ([name, schema]) => `\n${doc(schema.description)}export type ${name} = ${typeOf(schema)}`,
      ),
      '\n/** What each operation takes and answers. */',
      'export type Operations = {',
      ...described.map(({ name, http, operation, body }) => {
        const input = inputType(operation, body, http.method)
        return `${doc(operation.summary)}${name}: ${block([`input: ${input}`, `output: ${outputType(operation)}`])}`
      }),
      '}',
      '\n/** Method and path, and the place of the request id where there is one: a header, or a field of query or body. */',
      'export const routes = {',
      ...described.map((one) => {
        const parts = [one.http.method, one.http.path, idOf(one)].filter((part) => part !== undefined)
        return `${one.name}: [${parts.map((part) => `'${part}'`).join(', ')}],`
      }),
      '} as const',
      '',
    ].join('\n'),
  )
}

const doc = (text?: string) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')
const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const plainTypes = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, enum: values, type, items } = schema
  if ($ref) return nameOf($ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const variants = anyOf ?? oneOf
  if (variants && !schema.properties) return [...new Set(variants.map(typeOf))].join(' | ')
  if (type === 'array') return `Array<${typeOf(items ?? {})}>`
  if (type === 'object' || schema.properties) return objectType(schema)
  return [type ?? '']
    .flat()
    .map((name) => plainTypes.get(name) ?? 'unknown')
    .join(' | ')
}

function objectType({ properties = {}, required = [], additionalProperties: others }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => member(name, schema, required.includes(name)))
  const isOpen = typeof others === 'object' || others === true
  if (members.length > 0) return block(isOpen ? [...members, '[field: string]: unknown'] : members)
  const isMap = typeof others === 'object' && Object.keys(others).length > 0
  return `Record<string, ${isMap ? typeOf(others) : others === false ? 'never' : 'unknown'}>`
}

const block = (members: readonly string[]) => `{\n${members.join('\n')}\n}`

const member = (name: string, schema: Schema, isRequired: boolean, description = schema.description) =>
  `${doc(description)}${name}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}`

/** Path, query, request id and body in one object. The client makes the request id where it is left out. */
function inputType({ parameters }: Described, body: Schema | undefined, method: string): string {
  const own = parameters.flatMap(({ name, in: place, required, description, schema }) => {
    if (place !== 'header') return member(name, schema, required && !requestIds.includes(name), description)
    return name === 'Idempotency-Key' ? member('request_id', schema, method === 'GET', description) : []
  })
  const required = body?.required?.filter((name) => !requestIds.includes(name)) ?? []
  const fields = body && (body.$ref || body.anyOf || body.properties) ? typeOf({ ...body, required }) : ''
  const isEmpty = fields.startsWith('Record<')
  return (
    [own.length > 0 ? block(own) : '', isEmpty ? '' : body?.anyOf ? `(${fields})` : fields]
      .filter(Boolean)
      .join(' & ') || '{}'
  )
}

function outputType({ responses }: Described): string {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content = {} }]) =>
      content['application/json'] ? typeOf(content['application/json'].schema) : 'string',
    )
  return [...new Set(answers)].join(' | ')
}

/** Two spaces for each bracket that is open at the start of a line. */
function indent(text: string): string {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      const brackets = line.startsWith('/**')
        ? []
        : [...line.matchAll(/[{}[\]()]/g)].map(([bracket]) => ('{[('.includes(bracket) ? 1 : -1))
      const closing = /^[}\])]/.test(line) ? 1 : 0
      const indented = line === '' ? '' : `${'  '.repeat(depth - closing)}${line}`
      depth += brackets.reduce((sum, one) => sum + one, 0)
      return indented
    })
    .join('\n')
}
