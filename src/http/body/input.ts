/** Reads an operation's input from a REST request. Each field has one place, and is not accepted elsewhere. */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { Failure, fail } from '../../kernel/errors.ts'
import { innerOf, isUuid } from '../../kernel/fields.ts'
import { fieldName, meantBy, unknownName } from '../../kernel/names.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { pathFields } from '../ladder/paths.ts'
import { decodePairs } from './form.ts'

export type Fields = Record<string, unknown>

/** Where an operation's fields are found. Computed once, when its route is added. */
export type Places = {
  path: readonly string[]
  /** The fields of the path that must be UUIDs. */
  pathIds: readonly string[]
  headerNames: readonly (readonly [header: string, field: string])[]
  query: ReadonlySet<string>
  body: ReadonlySet<string> | null
  /** Optional texts: null in a body means that they were left out. */
  optionalTexts: ReadonlySet<string>
  refusesUnknown: boolean
  /** True where the operation looks at the whole body itself. */
  keepsUnknown: boolean
}

export function placesOf(op: AnyOperation): Places {
  const path = pathFields(op.http.path)
  const headerNames = Object.entries(op.http.headers ?? {})
  const elsewhere = new Set([...path, ...headerNames.map(([, field]) => field)])
  const rest = new Set(Object.keys(op.input.shape).filter((field) => !elsewhere.has(field)))
  const takesBody = op.http.method === 'POST' && !op.http.ignoresBody
  const { catchall } = op.input.def
  return {
    path,
    pathIds: path.filter((field) => !op.http.textFields?.includes(field)),
    headerNames,
    query: takesBody ? new Set() : rest,
    body: takesBody ? rest : null,
    optionalTexts: new Set([...rest].filter((field) => isOptionalText(op.input.shape[field] as z.ZodType))),
    refusesUnknown: catchall instanceof z.ZodNever,
    keepsUnknown: catchall instanceof z.ZodUnknown,
  }
}

const isOptionalText = (schema: z.ZodType) => schema.isOptional() && isText(schema)
const isText = (schema: z.core.$ZodType): boolean => {
  const inner = innerOf(schema)
  return inner ? isText(inner) : schema._zod.def.type === 'string'
}

const notAnId =
  'Ids are UUIDs, as in an item’s id, and this address has something else in the place of one; /reference lists every route.'

const slashTooMany =
  'No route has this address: it ends with a slash or has two in a row, so send it without that slash; /reference lists every route.'

/** An id that is not a UUID cannot exist. */
/** Fastify's type of the parameters is unknown; its router makes texts by name. */
export function fromPath({ params: sent }: { params: unknown }, { path, pathIds }: Places): Fields {
  const params = sent as Fields
  if (path.some((field) => params[field] === '')) fail('NOT_FOUND', undefined, { message: slashTooMany })
  if (!pathIds.every((field) => isUuid(String(params[field])))) fail('NOT_FOUND', undefined, { message: notAnId })
  return params
}

export function fromHeaders(headers: IncomingHttpHeaders, places: Places): Fields {
  return Object.fromEntries(places.headerNames.map(([header, field]) => [field, headers[header.toLowerCase()]]))
}

export function fromBody(body: Fields, places: Places): Fields {
  const [unknown] = unknownIn(body, places)
  const hidden = places.keepsUnknown ? hiddenFrom(places).find((field) => Object.hasOwn(body, field)) : undefined
  if (hidden !== undefined) fail('INVALID_FIELD', unknownName(hidden, { names: places.body ?? [] }))
  if (unknown !== undefined && places.refusesUnknown)
    fail('INVALID_FIELD', unknownName(unknown, { names: places.body ?? [], sent: Object.keys(body) }))
  if (places.keepsUnknown) return body
  const isSent = ([field, value]: [string, unknown]) =>
    places.body?.has(field) && !(value === null && places.optionalTexts.has(field))
  return Object.fromEntries(Object.entries(body).filter(isSent))
}

/** What an operation that looks at the whole body would not see: fields of the path, and the name that zod leaves out. */
const hiddenFrom = ({ path }: Places) => [...path, '__proto__']

const unknownIn = (body: Fields, places: Places) => Object.keys(body).filter((field) => !places.body?.has(field))

/** The names of the body's fields that were ignored, for the answer; names that could hold any text are left out. */
export const ignoredIn = (body: Fields, places: Places): string[] =>
  unknownIn(body, places).flatMap((name) => fieldName(name).field ?? [])

/** Names a refused field as the caller of the route sent it: as a header, or under the wrong name that was ignored. */
export function describeForRest(error: unknown, { headerNames }: Places, ignored: readonly string[]): unknown {
  if (!(error instanceof Failure) || !error.details) return error
  const { field, ...details } = error.details
  const [header] = headerNames.find(([, named]) => named === field) ?? []
  if (header) return error.withDetails({ header, ...details })
  const sent_as = details.problem === 'missing' && ignored.find((name) => meantBy(name, [String(field)]))
  return sent_as ? error.withDetails({ field, ...details, sent_as }) : error
}

/** Query strings are text: fields that the schema declares as numbers, booleans or arrays are converted. */
export function fromQuery(query: string, op: AnyOperation, places: Places): Fields {
  const fields: Fields = {}
  if (query === '') return fields
  for (const [field, text] of decodePairs(query)) {
    if (!places.query.has(field)) refuseParameter(field, places, Object.keys(fields))
    if (Object.hasOwn(fields, field)) fail('INVALID_FIELD', { field, problem: 'repeated' })
    fields[field] = convert(text, op.input.shape[field] as z.core.$ZodType)
  }
  return fields
}

function refuseParameter(name: string, places: Places, sent: readonly string[]): never {
  const inHeaders = places.headerNames.map(([header, field]) => [field, `the header ${header}`])
  const inBody = [...(places.body ?? [])].map((field) => [field, `${field} in the body`])
  const elsewhere = Object.fromEntries([...inHeaders, ...inBody])
  fail('INVALID_FIELD', unknownName(name, { names: places.query, elsewhere, sent }))
}

function convert(text: string, schema: z.core.$ZodType): unknown {
  const inner = innerOf(schema)
  if (inner) return convert(text, inner)
  const { type } = schema._zod.def
  if (type === 'number' && /^-?(0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (type === 'array') return text.split(',')
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
