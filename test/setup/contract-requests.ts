/**
 * Requests made from the served OpenAPI document and the list of tools alone: valid ones, nearly valid ones, hostile
 * ones.
 */
import { seededRandom } from '../../src/seed/rules.ts'
import type { CallOptions } from './call.ts'

type Method = NonNullable<CallOptions['method']>
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: object } }

export type Operation = { method: Method; path: string; described: Described }
export type Made = {
  operationId: string
  method: Method
  path: string
  headers: Record<string, string>
  body: unknown
}

/** The sender, the mark in all of its text, and the ids that any sender has seen. */
export type Sender = { mark: string; ids: readonly string[] }

/** The same requests for the same seed, so that what was found can be found again. */
export function randomFrom(seed: number) {
  const next = seededRandom(seed)
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    chance: (of: number) => next() < of,
  }
}
export type Random = ReturnType<typeof randomFrom>

export const hostile: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e\u2066',
  "'; DROP TABLE posts; --",
  '%00%2e%2e%2f',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'a\r\nX-Injected: 1',
  'e\u0301'.repeat(200),
  'x'.repeat(20_000),
  '00000000-0000-0000-0000-000000000000',
  -1,
  0,
  1e308,
  2 ** 53,
  1.5,
  null,
  true,
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: null, constructor: 1 },
]

export class RequestMaker {
  readonly #random: Random
  readonly #document: Document
  readonly operations: readonly Operation[]

  constructor(document: Document, random: Random) {
    this.#document = document
    this.#random = random
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        method: method.toUpperCase() as Method,
        path,
        described,
      })),
    )
  }

  /** Most are valid, so that hostile ones meet a board with content. */
  make(sender: Sender): Made {
    const { method, path, described } = this.#random.pick(this.operations)
    const spoil = this.#random.chance(0.35)
    const given = (described.parameters ?? []).filter(({ required }) => required || this.#random.chance(0.4))
    const values = given.map(({ name, in: place, schema }) => ({
      name,
      place,
      value: this.valueOf(schema, sender, name),
    }))
    const schema = Object.values(described.requestBody?.content ?? {})[0]?.schema
    let body = schema && this.valueOf(schema, sender)
    if (spoil && (values.length === 0 || this.#random.chance(0.5))) body = this.#spoil(body)
    else if (spoil) this.#random.pick(values).value = this.#random.pick(hostile)
    const at = (place: Parameter['in']) => values.filter((value) => value.place === place)
    const filled = at('path').reduce(
      (filled, { name, value }) => filled.replace(`{${name}}`, encodeURIComponent(textOf(value))),
      path,
    )
    const query = at('query').map(({ name, value }) => `${name}=${encodeURIComponent(textOf(value))}`)
    return {
      operationId: described.operationId,
      method,
      path: filled + (query.length > 0 ? `?${query.join('&')}` : ''),
      headers: Object.fromEntries(at('header').map(({ name, value }) => [name.toLowerCase(), headerOf(value)])),
      body,
    }
  }

  /** The arguments of a tool, valid or nearly so. */
  argumentsFor(schema: Schema, sender: Sender): unknown {
    const value = this.valueOf(schema, sender)
    return this.#random.chance(0.35) ? this.#spoil(value) : value
  }

  valueOf(schema: Schema, sender: Sender, name = ''): unknown {
    const { pick, below, chance } = this.#random
    if (schema.$ref) return this.valueOf(this.#find(schema.$ref), sender, name)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return this.valueOf(pick(choices), sender, name)
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
    if (type === 'object' || schema.properties) {
      const required = new Set(schema.required)
      const entries = Object.entries(schema.properties ?? {}).filter(([key]) => required.has(key) || chance(0.4))
      return Object.fromEntries(entries.map(([key, value]) => [key, this.valueOf(value, sender, key)]))
    }
    if (type === 'array') {
      const count = Math.min((schema.minItems ?? 0) + below(3), schema.maxItems ?? 3)
      return Array.from({ length: count }, () => this.valueOf(schema.items ?? {}, sender, name))
    }
    if (type === 'integer' || type === 'number') return this.#number(schema, name)
    if (type === 'boolean') return chance(0.5)
    if (type === 'null') return null
    return this.#text(schema, sender, name)
  }

  #number({ minimum = 0, maximum = 1_000 }: Schema, name: string) {
    if (name === 'wait') return 0 // a test has no time to wait
    const { below, chance } = this.#random
    if (chance(0.1)) return maximum
    return Math.max(minimum, 0) + below(Math.min(maximum - Math.max(minimum, 0), 50) + 1)
  }

  #text({ format, pattern, minLength = 0, maxLength = 200 }: Schema, { mark, ids }: Sender, name: string) {
    const { pick, below } = this.#random
    if (format === 'uuid' || /(^|_)ids?$/.test(name) || ['agent', 'author', 'voter'].includes(name))
      if (name !== 'request_id') return ids.length > 0 ? pick(ids) : '00000000-0000-4000-8000-000000000000'
    // Marked, and no word of the board: whatever shows it has it from this sender.
    const text = `${mark}-${below(1_000_000)}`
    const isNarrow = pattern !== undefined
    const filled = isNarrow
      ? text.padEnd(Math.max(minLength, MIN_OF_PATTERNS), 'x')
      : `${text} writes about queues that drop what is oldest in them`
    return filled.slice(0, maxLength)
  }

  #find(reference: string): Schema {
    const path = reference.replace('#/', '').split('/')
    return path.reduce<unknown>((found, part) => Reflect.get(found as object, part), this.#document) as Schema
  }

  /** One place of a value is replaced, left out, or added. */
  #spoil(value: unknown): unknown {
    const { pick, chance } = this.#random
    if (typeof value !== 'object' || value === null || chance(0.1)) return pick(hostile)
    if (Array.isArray(value)) return value.length > 0 && chance(0.7) ? value.map((item) => this.#spoil(item)) : hostile
    const entries = Object.entries(value)
    const spoilt = entries.length > 0 ? pick(entries)[0] : ''
    if (chance(0.2)) return Object.fromEntries(entries.filter(([key]) => key !== spoilt))
    if (chance(0.2)) return { ...value, [textOf(pick(hostile))]: pick(hostile) }
    return { ...value, [spoilt]: this.#spoil(Reflect.get(value, spoilt)) }
  }
}

/** Request ids are described by their pattern alone, and have at least 16. */
const MIN_OF_PATTERNS = 20

/** A longer head is refused before it is read. */
const MAX_IN_HEAD = 1_000

export const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, MAX_IN_HEAD)

/** What a client can send at all: no control characters, no letters beyond Latin-1. */
const headerOf = (value: unknown) => textOf(value).replace(/[^\x20-\x7e]/g, '?')
