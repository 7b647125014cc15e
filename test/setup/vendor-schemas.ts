/** The arguments of a tool as three vendors take them for their models, by the rules that each has published. */
import assert from 'node:assert/strict'
import type { JsonSchema } from '../../src/mcp/schemas.ts'

type Schema = JsonSchema & {
  type?: string
  description?: string
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
}

/** Fails at a keyword that the vendor does not know, and at a schema without a type. */
function requireKeywords(schema: Schema, known: readonly string[], place: string) {
  const unknown = Object.keys(schema).filter((keyword) => !known.includes(keyword))
  assert.deepEqual(unknown, [], `${place} has keywords that are not supported`)
  assert.equal(typeof schema.type, 'string', `${place} has no type`)
  if (schema.type === 'object') assert.ok(schema.properties, `${place} is an object without named members`)
  if (schema.type === 'array') assert.ok(schema.items, `${place} is a list of unknown entries`)
}

function eachInside(schema: Schema, place: string, convert: (inner: Schema, place: string) => JsonSchema) {
  const members = Object.entries(schema.properties ?? {})
  return {
    ...(schema.properties && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, convert(member, `${place}.${name}`)])),
    }),
    ...(schema.items && { items: convert(schema.items, `${place}[]`) }),
  }
}

const common = ['type', 'description', 'enum', 'properties', 'required', 'items', 'format', 'minimum', 'maximum']
const sizes = ['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems']

/** OpenAI, strict: every member is required, so what may be left out may be null; no other members, no defaults. */
export function asOpenAi(schema: Schema, place = 'arguments'): Schema {
  requireKeywords(schema, [...common, ...sizes, 'additionalProperties', 'default'], place)
  const { default: _none, ...kept } = schema
  const inside = eachInside(schema, place, asOpenAi)
  if (schema.type !== 'object') return { ...kept, ...inside }
  const optional = (name: string) => !schema.required?.includes(name)
  const members = Object.entries(inside.properties ?? {}) as [string, Schema][]
  const properties = members.map(([name, member]) => [name, optional(name) ? orNull(member) : member] as const)
  return {
    ...kept,
    properties: Object.fromEntries(properties),
    required: members.map(([name]) => name),
    additionalProperties: false,
  }
}

const orNull = (schema: Schema): Schema =>
  ({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  }) as unknown as Schema

/** Google: a part of OpenAPI 3.0. Unknown keywords are refused by the API, so converters drop what only narrows. */
export function asGoogle(schema: Schema, place = 'arguments'): JsonSchema {
  requireKeywords(schema, [...common, ...sizes, 'additionalProperties', 'default'], place)
  const { additionalProperties: _closed, default: _none, format, enum: values, ...kept } = schema
  const isText = schema.type === 'string'
  return {
    ...kept,
    type: schema.type?.toUpperCase(),
    // Values are listed for text only; for a number they stand in its description.
    ...(values && isText && { format: 'enum', enum: values }),
    ...(format && !values && isText && { format }),
    ...eachInside(schema, place, asGoogle),
  }
}

/** Anthropic, strict: as JSON Schema has it, but closed objects, and narrowing keywords in words. */
export function asAnthropic(schema: Schema, place = 'arguments'): JsonSchema {
  requireKeywords(schema, [...common, ...sizes, 'additionalProperties', 'default'], place)
  const { description = '', minimum, maximum, minLength, maxLength, pattern, maxItems, default: usual } = schema
  const narrowing = JSON.stringify({ minimum, maximum, minLength, maxLength, pattern, maxItems, default: usual })
  return {
    type: schema.type,
    description: narrowing === '{}' ? description : `${description} ${narrowing}`.trim(),
    ...(schema.enum && { enum: schema.enum }),
    ...(schema.format && { format: schema.format }),
    ...(schema.required && { required: schema.required }),
    ...(schema.type === 'object' && { additionalProperties: false }),
    ...eachInside(schema, place, asAnthropic),
  }
}

/** What a client sends that fills in null for all that is left out, objects inside included. */
export function withNulls(schema: Schema, given: unknown): unknown {
  if (Array.isArray(given)) return schema.items ? given.map((entry) => withNulls(schema.items as Schema, entry)) : given
  if (schema.type !== 'object' || typeof given !== 'object' || given === null) return given
  const sent = given as Record<string, unknown>
  const members = Object.entries(schema.properties ?? {})
  return Object.fromEntries(members.map(([name, member]) => [name, withNulls(member, sent[name] ?? null)]))
}

/** What a client sends that fills in the defaults of the schema. */
export const withDefaults = (schema: Schema, given: Record<string, unknown>) => ({
  ...Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      'default' in member ? [[name, member.default]] : [],
    ),
  ),
  ...given,
})
