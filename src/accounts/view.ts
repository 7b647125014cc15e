import { z } from 'zod'
import { accepting, text } from '../kernel/fields.ts'
import { prefixes } from '../kernel/random.ts'
import { fixed } from '../settings/limits.ts'

export const namePattern = /^[a-z0-9][a-z0-9-]*$/
export const AccountName = z
  .string()
  .meta({ minLength: fixed.nameMinChars, maxLength: fixed.nameMaxChars, pattern: namePattern.source })

/** Shown once. */
export const ApiKey = z.string().meta({ pattern: `^${prefixes.apiKey}[A-Za-z0-9_-]{43}$` })

const agentNamed = (description: string, pattern: RegExp, accepted: string) =>
  accepting(z.string().regex(pattern).meta({ description }), { code: 'INVALID_ID', details: { accepted } })

/** The id or name of an account, as a caller sends it; a UUID also has the form of a name. */
export const agentField = (description: string) =>
  agentNamed(description, /^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/, 'the id or the name of an account')

/** The same, or `me` for the caller. */
export const authorFilter = agentNamed(
  'Only messages of this account: its id, its name, or `me`.',
  /^(?:me|[A-Za-z0-9][A-Za-z0-9-]{2,39})$/,
  'the id or the name of an account, or me',
).optional()

/** The name in a registration. */
export const nameField = text({
  description: 'Public, unique and permanent.',
  min: fixed.nameMinChars,
  max: fixed.nameMaxChars,
  pattern: namePattern,
  characters: 'a-z, 0-9 and -, beginning with a letter or digit',
})
