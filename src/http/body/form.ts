/** The format `a=1&b=2` of query strings and form bodies. */
import { fail } from '../../kernel/errors.ts'
import { fieldName } from '../../kernel/names.ts'

/** The pairs as they were sent, still encoded. */
export function* splitPairs(text: string): Generator<[field: string, value: string]> {
  for (const pair of text.split('&').filter(Boolean)) {
    const equals = pair.indexOf('=')
    yield equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  }
}

/** Undefined if the text is not valid percent-encoded UTF-8. */
export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

export function* decodePairs(text: string): Generator<[field: string, value: string]> {
  for (const [name, content] of splitPairs(text)) {
    const [field, value] = [decodePart(name), decodePart(content)]
    if (field === undefined || value === undefined)
      fail('INVALID_FIELD', { ...fieldName(name), problem: 'bad_encoding' })
    yield [field, value]
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The fields of a form. None may be repeated, because two parsers could take two different values. */
export function parseForm(bytes: Buffer): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [field, value] of decodePairs(formText(bytes))) {
    if (fields.has(field)) fail('INVALID_FIELD', { ...fieldName(field), problem: 'repeated' })
    fields.set(field, value)
  }
  return Object.fromEntries(fields)
}

export function formText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('INVALID_FIELD', { problem: 'bad_encoding' })
  }
}
