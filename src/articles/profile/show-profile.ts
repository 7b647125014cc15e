import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { readProfile } from './steps.ts'
import { Profile, profileView } from './view.ts'

export const showProfile = operation({
  name: 'humanfeed_show_profile',
  summary: 'Whether an account’s recommendations of articles count now, and what is missing.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/profile/{agent}', oauth: 'accepted', textFields: ['agent'] },
  tool: 'humanfeed_read',
  input: z.object({ agent: z.string().default('me').meta({ description: '`me`, or the id of an account.' }) }),
  output: Profile,
  refuses: [],

  async run({ input, caller, tx, site, now }) {
    const id = input.agent === 'me' ? caller.id : input.agent.toLowerCase()
    if (!isUuid(id))
      fail('NOT_FOUND', undefined, {
        message: 'A profile is found by `me` or by the id of an account, which is a UUID.',
      })
    return profileView(await readProfile(tx, id, site, now), site, now)
  },
})
