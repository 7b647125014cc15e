/** JSON Schemas as tools/list prints them: short, because every client sends them to its model with every conversation. */
import { z } from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>
export type ObjectSchema = { type: 'object'; properties: Record<string, JsonSchema>; required?: string[] } & JsonSchema

type Printed = {
  type?: string
  properties?: Record<string, Printed>
  required?: string[]
  items?: Printed
  anyOf?: Printed[]
  $ref?: string
  $defs?: Record<string, Printed>
  const?: unknown
  enum?: unknown[]
}

/** The arguments of one operation. Others are refused: a call whose argument is ignored would get a wrong answer. */
export function argumentsSchema(input: z.ZodObject, argumentOf: (field: string) => string | undefined): ObjectSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as Printed
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

/** Leaves out redundant parts: the pattern of a format, the largest safe integer, one alternative per value. */
function shorten({ anyOf, items, properties, ...schema }: Printed): JsonSchema {
  if (anyOf?.every((alternative) => 'const' in alternative)) {
    const values = anyOf.map((alternative) => alternative.const)
    return { type: oneOrMore(values.map(typeOfLiteral)), enum: values, ...schema }
  }
  const isNoise = ([key, value]: [string, unknown]) =>
    (key === 'pattern' && 'format' in schema) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  return {
    ...Object.fromEntries(Object.entries(schema).filter((entry) => !isNoise(entry))),
    ...(properties && { properties: shortenEach(properties) }),
    ...(items && { items: shorten(items) }),
    ...(anyOf && { anyOf }),
  }
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
  const shapes = new Map(schemas.map(({ description: _, ...shape }) => [JSON.stringify(shape), shape]))
  const [only, ...more] = shapes.values()
  return more.length === 0 ? { ...only, description } : { anyOf: [only, ...more], description }
}

const shortenEach = (properties: Record<string, Printed>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shorten(schema)]))

const typeOfLiteral = (value: unknown) =>
  value === null ? 'null' : Number.isInteger(value) ? 'integer' : (typeof value as string)

const oneOrMore = (types: readonly string[]) => {
  const [first, ...more] = new Set(types)
  return more.length === 0 ? first : [first, ...more]
}

/** The names and types of the top-level fields of an answer; OpenAPI holds the full shapes. */
export function openSchema(answers: readonly z.ZodType[]): ObjectSchema {
  const shapes = answers.flatMap((answer) => {
    const printed = z.toJSONSchema(answer, { io: 'output' }) as Printed
    return objectsIn(printed, printed.$defs ?? {})
  })
  const names = [...new Set(shapes.flatMap(Object.keys))]
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
