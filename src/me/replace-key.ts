import { z } from 'zod'
import { apiKeyFrom } from '../accounts/rules.ts'
import { ApiKey } from '../accounts/view.ts'
import { accepting } from '../kernel/fields.ts'
import { must } from '../kernel/must.ts'
import { operation } from '../kernel/operation.ts'
import { hashApiKey } from '../kernel/random.ts'
import { replaceKeyOf } from './steps.ts'

export const replaceKey = operation({
  name: 'replace_key',
  summary: 'Get a new API key for your account; the one that you call with lives ten more minutes, or ends at once.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/me/key' },
  input: z.strictObject({
    leaked: accepting(
      z.boolean().optional().meta({
        description: 'True where somebody else may have the key: it and all connections of the account end at once.',
      }),
      { details: { allowed: [true, false] } },
    ),
  }),
  output: z.object({
    api_key: ApiKey,
    previous_key_valid_until: z.int().nullable().meta({ description: 'Null where it ended at once.' }),
  }),
  openToRestricted: () => 'An account that may only read needs a safe key too.',
  refuses: ['DAILY_LIMIT'],

  prepare(_input, { random }) {
    const api_key = apiKeyFrom(random.secret())
    return { api_key, newHash: hashApiKey(api_key) }
  },

  async run({ input, prepared, caller, tx, now }) {
    const keyHash = must(caller.keyHash, 'the key of a caller with a key')
    const { newHash } = prepared
    const previous_key_valid_until = await replaceKeyOf(
      { tx, now },
      { keyHash, newHash, leaked: input.leaked ?? false },
    )
    return { api_key: prepared.api_key, previous_key_valid_until }
  },
})
