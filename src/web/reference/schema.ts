/** JSON schemas in words: `text of 1 to 160 characters`, `list of Message`. */
import { type Html, html, nothing } from '../template.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  deprecated?: boolean
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

const join = (parts: readonly Html[], by: string) =>
  parts.flatMap((part, n) => (n === 0 ? [part] : [html`${by}`, part]))

const value = (literal: unknown) => html`<code>${JSON.stringify(literal)}</code>`

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return ` ${min} to ${max}${unit}`
  if (max !== undefined) return ` up to ${max}${unit}`
  return min === undefined ? '' : ` from ${min}${unit}`
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER

function numberText({ minimum, maximum }: Schema): string {
  const lowest = minimum === undefined || minimum <= -MAX_SAFE ? undefined : minimum
  const highest = maximum === undefined || maximum >= MAX_SAFE ? undefined : maximum
  return `integer${range(lowest, highest, '')}`
}

function textText({ format, minLength, maxLength }: Schema): string {
  if (format === 'uuid') return 'UUID'
  if (format === 'uri') return 'URL'
  const length = range(minLength, maxLength, ' characters')
  return length ? `text,${length}` : 'text'
}

/** What a value may be, with a link to the object that it is. */
export function typeOf(schema: Schema): Html {
  const { $ref, anyOf, allOf, items, type } = schema
  if ($ref) return referenceTo($ref)
  if ('const' in schema) return value(schema.const)
  if (schema.enum) return html`${join(schema.enum.map(value), ' or ')}`
  if (anyOf) return html`${join(anyOf.map(typeOf), ' or ')}`
  if (allOf?.[0]) return typeOf(allOf[0])
  if (type === 'array') return html`list of ${items ? typeOf(items) : 'values'}`
  if (type === 'integer' || type === 'number') return html`${numberText(schema)}`
  if (type === 'string') return html`${textText(schema)}`
  if (type === 'boolean') return html`true or false`
  return html`${type === undefined ? 'any value' : String(type)}`
}

function referenceTo($ref: string): Html {
  const name = $ref.split('/').at(-1) as string
  return html`<a href="#${name}">${name}</a>`
}

export type Field = { name: string; place?: string; isRequired: boolean; schema: Schema }

/** Descriptions mark names with backticks, as in Markdown. */
const withCode = (text: string) =>
  text.split('`').map((part, n) => (n % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))

const defaultOf = (schema: Schema) =>
  schema.default === undefined ? nothing : html`; ${value(schema.default)} if omitted`

const fieldEntry = ({ name, place, isRequired, schema }: Field) => html`<div><dt><code>${name}</code></dt>
<dd><span class="note">${place ? `${place} · ` : ''}${isRequired ? '' : 'optional · '}${typeOf(schema)}${defaultOf(schema)}</span>
${schema.deprecated ? 'Deprecated. ' : ''}${withCode(schema.description ?? '')}</dd></div>
`

export const fieldList = (fields: readonly Field[]): Html =>
  fields.length === 0 ? nothing : html`<dl class="fields">\n${fields.map(fieldEntry)}</dl>\n`

/** The members of an object, and those of objects inside it as `outer.inner`. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema, prefix = ''): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    { name: prefix + name, isRequired: required.includes(name), schema },
    ...fieldsOf(schema, `${prefix}${name}.`),
  ])
