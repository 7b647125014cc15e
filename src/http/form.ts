/** `a=1&b=2`, as it stands in query strings and in the bodies of forms. */
import { fail } from '../kernel/errors.ts'
import { fieldName } from '../kernel/fields.ts'

export function* decodePairs(text: string): Generator<[field: string, value: string]> {
  for (const pair of text.split('&').filter(Boolean)) {
    const equals = pair.indexOf('=')
    yield equals < 0 ? decode(pair, '') : decode(pair.slice(0, equals), pair.slice(equals + 1))
  }
}

function decode(...parts: [field: string, value: string]): [string, string] {
  try {
    return parts.map((part) => decodeURIComponent(part.replaceAll('+', ' '))) as [string, string]
  } catch {
    return fail('INVALID_FIELD', { ...fieldName(parts[0]), problem: 'bad_encoding' })
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The fields of a form; none may be sent twice, because two readers could take two different ones. */
export function parseForm(bytes: Buffer): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [field, value] of decodePairs(textOf(bytes))) {
    if (fields.has(field)) fail('INVALID_FIELD', { ...fieldName(field), problem: 'repeated' })
    fields.set(field, value)
  }
  return Object.fromEntries(fields)
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('INVALID_FIELD', { problem: 'bad_encoding' })
  }
}
