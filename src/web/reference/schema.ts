/** JSON schemas in the words of Markdown: `text, 1 to 160 characters`, `list of [Message](#message)`. */

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
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

/** Escapes a bar and removes line ends, because they would end the cell of a table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const value = (literal: unknown) => `\`${JSON.stringify(literal)}\``

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

function textText({ format, minLength, maxLength, pattern }: Schema): string {
  if (format === 'uuid') return 'UUID'
  if (format === 'uri') return 'URL'
  const length = range(minLength, maxLength, ' characters')
  return `text${length ? `,${length}` : ''}${pattern ? ` matching \`${pattern}\`` : ''}`
}

export const nameIn = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)

const either = (schemas: readonly Schema[]) => [...new Set(schemas.map(typeOf))].join(' or ')

/** What a value may be, with a link to the object that it is. */
export function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, allOf, items, type } = schema
  if ($ref) return `[${nameIn($ref)}](#${nameIn($ref).toLowerCase()})`
  if ('const' in schema) return value(schema.const)
  if (schema.enum) return schema.enum.map(value).join(' or ')
  if (anyOf || oneOf) return either(anyOf ?? oneOf ?? [])
  if (allOf?.[0]) return typeOf(allOf[0])
  if (type === 'array') return `list of ${items ? typeOf(items) : 'values'}`
  if (type === 'integer' || type === 'number') return numberText(schema)
  if (type === 'string') return textText(schema)
  if (type === 'boolean') return 'true or false'
  if (typeof schema.additionalProperties === 'object')
    return `object, each value ${typeOf(schema.additionalProperties)}`
  return type === undefined ? 'any value' : String(type)
}

export type Field = { name: string; place?: string; isRequired: boolean; schema: Schema }

/** The objects inside a value: itself, the entries of a list, what may also be null. */
const objectsIn = (schema: Schema): Schema[] => [
  ...(schema.properties ? [schema] : []),
  ...[schema.anyOf ?? [], schema.allOf ?? [], schema.items ? [schema.items] : []].flat().flatMap(objectsIn),
]

/** The members of an object, and those of objects inside it as `outer.inner`, or `list[].inner`. */
const fieldsOf = ({ properties = {}, required = [] }: Schema, prefix = ''): Field[] =>
  Object.entries(properties).flatMap(([name, member]) => [
    { name: prefix + name, isRequired: required.includes(name), schema: member },
    ...objectsIn(member).flatMap((inner) => fieldsOf(inner, `${prefix}${name}${member.type === 'array' ? '[]' : ''}.`)),
  ])

const about = ({ description = '', deprecated, default: usual }: Schema) =>
  [
    deprecated && 'Deprecated.',
    description,
    usual !== undefined && !description.includes('omitted') && `${value(usual)} if omitted.`,
  ]
    .filter(Boolean)
    .join(' ')

const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** A table of fields; empty where there are none. */
export function fieldTable(fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const hasPlace = fields.some(({ place }) => place)
  const heads = ['field', ...(hasPlace ? ['in'] : []), 'value', 'meaning']
  const rows = fields.map(({ name, place = '', isRequired, schema }) => [
    `\`${name}\``,
    ...(hasPlace ? [place] : []),
    `${isRequired ? '' : 'optional: '}${typeOf(schema)}`,
    about(schema),
  ])
  return `${[heads, heads.map(() => '---'), ...rows].map(row).join('\n')}\n`
}

/** A whole value: a table of its members, or one for each form that it may have. */
export function shapeOf(schema: Schema): string {
  if (schema.properties) return fieldTable(fieldsOf(schema)) || 'An empty object.\n'
  const forms = schema.anyOf ?? schema.oneOf ?? []
  return forms.some(({ properties }) => properties) ? forms.map(shapeOf).join('\nor\n\n') : `${typeOf(schema)}\n`
}
