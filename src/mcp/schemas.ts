/**
 * JSON Schemas as tools/list prints them: short, because every client sends them to its model with every conversation.
 */
import { z } from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>
export type ObjectSchema = { type: 'object'; properties: Record<string, JsonSchema>; required?: string[] } & JsonSchema

type Printed = {
  type?: string
  properties?: Record<string, Printed>
  required?: string[]
  items?: Printed
  anyOf?: Printed[]
  oneOf?: Printed[]
  $ref?: string
  $defs?: Record<string, Printed>
  const?: unknown
  enum?: unknown[]
  format?: string
}

const printed = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io }) as Printed

/** The arguments of one operation. Others are refused: a call whose argument is ignored would get a wrong answer. */
export function argumentsSchema(input: z.ZodObject, argumentOf: (field: string) => string | undefined): ObjectSchema {
  const { properties = {}, required = [] } = printed(input, 'input')
  const named = Object.entries(properties).flatMap(([field, schema]) => {
    const argument = argumentOf(field)
    return argument === undefined ? [] : [[argument, shorten(schema)] as const]
  })
  const needed = required.flatMap((field) => argumentOf(field) ?? [])
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  }
}

/**
 * Leaves out redundant parts: the pattern of a format, the largest safe integer, one alternative per value, and what
 * the strict formats of vendors do not know. Members of an argument have no descriptions: its own names them.
 */
function shorten({ anyOf, items, properties, ...schema }: Printed): JsonSchema {
  if (anyOf?.every((alternative) => 'const' in alternative)) return { ...literals(anyOf), ...schema }
  const isNoise = ([key, value]: [string, unknown]) =>
    (key === 'pattern' && 'format' in schema) ||
    (key === 'minLength' && 'pattern' in schema) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    key === 'contentEncoding'
  return {
    ...Object.fromEntries(Object.entries(schema).filter((entry) => !isNoise(entry))),
    ...(properties && { properties: undescribedEach(properties) }),
    ...(items && { items: undescribed(items) }),
    ...(anyOf && { anyOf }),
  }
}

const literals = (alternatives: readonly Printed[]): JsonSchema => {
  const values = [...new Set(alternatives.flatMap((one) => ('const' in one ? [one.const] : (one.enum ?? []))))]
  return { type: oneOrMore(values.map(typeOfLiteral)), enum: values }
}

const undescribed = (schema: Printed): JsonSchema => {
  const { description: _, ...rest } = shorten(schema)
  return rest
}
const undescribedEach = (properties: Record<string, Printed>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, undescribed(schema)]))

/**
 * One object with the members of several objects, because several clients and vendors do not support alternatives. The
 * description says which members belong together.
 */
export function mergeObjects(schema: z.ZodType): JsonSchema {
  const whole = printed(schema, 'input')
  return mergeAlternatives(whole, whole.$defs ?? {})
}

function mergeAlternatives(schema: Printed, definitions: Definitions): JsonSchema {
  const { anyOf, oneOf = anyOf ?? [], ...whole } = follow(schema, definitions)
  const alternatives = oneOf.length > 0 ? oneOf.map((one) => follow(one, definitions)) : [whole]
  if (alternatives.every((one) => 'const' in one || 'enum' in one)) return literals(alternatives)
  const [{ type, items } = {}] = alternatives
  if (type === 'array') return { type, items: mergeAlternatives(items ?? {}, definitions) }
  if (type !== 'object') return { type, ...('format' in whole && { format: whole.format }) }
  const names = [...new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const merged = names.map((name) => {
    const found = alternatives.flatMap(({ properties = {} }) => properties[name] ?? [])
    return [
      name,
      mergeAlternatives(found[1] === undefined && found[0] ? found[0] : { anyOf: found }, definitions),
    ] as const
  })
  const required = names.filter((name) => alternatives.every(({ required = [] }) => required.includes(name)))
  return { type, properties: Object.fromEntries(merged), required, additionalProperties: false }
}

/**
 * The arguments of a tool that performs one of several operations: the one that chooses, and those that any of the
 * operations takes. It is one flat object: several clients do not support alternatives at the top of a schema.
 */
export function mergeArguments(
  { argument, description, operations, describes = {} }: Choosing,
  schemas: readonly ObjectSchema[],
): ObjectSchema {
  const names = [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties)))]
  const merged = names.map((name) => {
    const found = schemas.flatMap<JsonSchema>(({ properties }) => properties[name] ?? [])
    return [name, mergeArgument(name, found, describes[name])] as const
  })
  const isRequired = (name: string) => schemas.every(({ required = [] }) => required.includes(name))
  return {
    type: 'object',
    properties: {
      [argument]: { type: 'string', enum: Object.keys(operations), description },
      ...Object.fromEntries(merged),
    },
    required: [argument, ...names.filter(isRequired)],
    additionalProperties: false,
  }
}

type Choosing = {
  argument: string
  description: string
  operations: Readonly<Record<string, unknown>>
  describes?: Readonly<Record<string, string>>
}

function mergeArgument(name: string, schemas: readonly JsonSchema[], described: string | undefined): JsonSchema {
  const descriptions = new Set(schemas.map(({ description }) => description))
  if (descriptions.size > 1 && described === undefined)
    throw new Error(`The operations describe the argument ${name} differently: describe it in the tool.`)
  const description = described ?? schemas[0]?.description
  const [first = {}, ...more] = schemas
  const isShared = ([key, value]: [string, unknown]) =>
    more.every((other) => JSON.stringify(other[key]) === JSON.stringify(value))
  return { ...Object.fromEntries(Object.entries(first).filter(isShared)), description }
}

const typeOfLiteral = (value: unknown) =>
  value === null ? 'null' : Number.isInteger(value) ? 'integer' : (typeof value as string)

const oneOrMore = (types: readonly string[]) => {
  const [first, ...more] = new Set(types)
  return more.length === 0 ? first : [first, ...more]
}

/** From this number of answers on, fields that only one answer has are left out. */
const MANY_ANSWERS = 3

/** The names and types of the top-level fields of an answer; OpenAPI holds the full shapes. */
export function openSchema(answers: readonly z.ZodType[]): ObjectSchema {
  const shapes = answers.flatMap((answer) => {
    const whole = printed(answer, 'output')
    return objectsIn(whole, whole.$defs ?? {})
  })
  const isNamed = (name: string) =>
    shapes.length < MANY_ANSWERS || shapes.filter((shape) => Object.hasOwn(shape, name)).length > 1
  const names = [...new Set(shapes.flatMap(Object.keys))].filter(isNamed)
  const typeOf = (name: string) => outline(shapes.flatMap((shape) => shape[name] ?? []))
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, typeOf(name)])) }
}

type Definitions = Record<string, Printed>
type Shape = Record<string, Printed>

const follow = (schema: Printed, definitions: Definitions): Printed =>
  schema.$ref ? (definitions[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema

/** The objects that a schema allows, with the references of their fields resolved. */
function objectsIn(schema: Printed, definitions: Definitions): Shape[] {
  const { anyOf, properties = {} } = follow(schema, definitions)
  if (anyOf) return anyOf.flatMap((alternative) => objectsIn(alternative, definitions))
  const resolved = Object.entries(properties).map(([name, field]) => [name, resolve(field, definitions)] as const)
  return [Object.fromEntries(resolved)]
}

const resolve = (schema: Printed, definitions: Definitions): Printed => {
  const { anyOf, items, ...rest } = follow(schema, definitions)
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map((alternative) => resolve(alternative, definitions)) }),
    ...(items && { items: follow(items, definitions) }),
  }
}

function outline(schemas: readonly Printed[]): JsonSchema {
  return { type: oneOrMore(schemas.flatMap(typesIn)) }
}

function typesIn({ anyOf, type, const: only, enum: allowed = [only] }: Printed): string[] {
  if (anyOf) return anyOf.flatMap(typesIn)
  return type ? [type] : allowed.map(typeOfLiteral)
}
