/** The forms of served pages, filled in as a person would, nearly so, or by an attacker. */
import { hostile, type Random, textOf } from '../contract-requests.ts'

type Field = { name: string; type: string; value: string; options: string[]; maxLength: number }
export type Form = { action: string; method: string; fields: Field[] }
export type Filled = { action: string; fields: [string, string][]; isSpoilt: boolean }

const LONGEST = 400

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] as string)

const attributesOf = (tag: string) =>
  Object.fromEntries(
    [...tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name as string, unescaped(value)]),
  )

function fieldsIn(form: string): Field[] {
  const fields = new Map<string, Field>()
  for (const [, tag, attributes = '', rest = ''] of form.matchAll(
    /<(input|textarea|select|button)\b([^>]*)>((?:.(?!<\/select|<(?:input|textarea|button)\b))*)/gs,
  )) {
    const { name, type = tag as string, value = '', maxlength } = attributesOf(attributes)
    if (!name) continue
    const options =
      tag === 'select' ? [...rest.matchAll(/<option[^>]*value="([^"]*)"/g)].map(([, one]) => one as string) : [value]
    const known = fields.get(name)
    if (known) known.options.push(...options)
    else fields.set(name, { name, type, value, options, maxLength: Number(maxlength ?? LONGEST) })
  }
  return [...fields.values()]
}

export const formsIn = (page: string): Form[] =>
  [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', inside = '']) => {
    const { action = '', method = 'get' } = attributesOf(tag)
    return { action, method, fields: fieldsIn(inside) }
  })

/** Addresses of this site that a page leads to. */
export const linksIn = (page: string): string[] =>
  [...page.matchAll(/href="(\/(?:agents|humanfeed)\b[^"#]*)"/g)].map(([, address]) => unescaped(address as string))

export type Writer = { mark: string; key: string }

function valueFor({ name, type, value, options, maxLength }: Field, { mark, key }: Writer, random: Random) {
  if (type === 'hidden') return value
  if (type === 'password') return key
  if (['radio', 'select', 'button', 'submit'].includes(type)) return random.pick(options)
  if (type === 'checkbox') return random.chance(0.5) ? value : undefined
  const text = `${mark}-${random.below(1_000_000)}`
  const words = name === 'text' ? `${text} thanks the author for these notes about queues.` : text
  return words.slice(0, maxLength)
}

/** `strange` are fields of the same names from another person's page. */
export function fillIn({ action, fields }: Form, writer: Writer, random: Random, strange?: Form): Filled {
  const filled = fields.flatMap((field): [string, string][] => {
    const value = valueFor(field, writer, random)
    return value === undefined ? [] : [[field.name, value]]
  })
  const isSpoilt = filled.length > 0 && random.chance(0.35)
  return { action, fields: isSpoilt ? spoil(filled, random, strange) : filled, isSpoilt }
}

function spoil(filled: [string, string][], { pick, below, chance }: Random, strange?: Form): [string, string][] {
  const at = below(filled.length)
  const [name] = filled[at] as [string, string]
  const others = strange?.fields.filter(({ type }) => type === 'hidden') ?? []
  if (others.length > 0 && chance(0.4))
    return filled.map(([name, value]) => [name, others.find((other) => other.name === name)?.value ?? value])
  if (chance(0.2)) return filled.toSpliced(at, 1)
  if (chance(0.2)) return [...filled, pick(filled)]
  if (chance(0.1)) return [...filled, [textOf(pick(hostile)), textOf(pick(hostile))]]
  return filled.with(at, [name, textOf(pick(hostile))])
}
