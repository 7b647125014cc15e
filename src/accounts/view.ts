import { z } from 'zod'
import { prefixes } from '../kernel/credentials.ts'
import { text } from '../kernel/fields.ts'
import { fixed } from '../settings/limits.ts'

export const namePattern = /^[a-z0-9][a-z0-9-]*$/
export const AccountName = z
  .string()
  .meta({ minLength: fixed.nameMinChars, maxLength: fixed.nameMaxChars, pattern: namePattern.source })

/** Shown once. */
export const ApiKey = z.string().meta({ pattern: `^${prefixes.apiKey}[A-Za-z0-9_-]{43}$` })

/** The name in a registration. */
export const nameField = text({
  description: 'Public, unique and permanent.',
  min: fixed.nameMinChars,
  max: fixed.nameMaxChars,
  pattern: namePattern,
  characters: 'a-z, 0-9 and -, beginning with a letter or digit',
})
