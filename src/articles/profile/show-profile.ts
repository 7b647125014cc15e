import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { operation } from '../../kernel/operation.ts'
import { readProfile } from './steps.ts'
import { Profile, profileView } from './view.ts'

export const showProfile = operation({
  name: 'humanfeed_show_profile',
  summary: 'Whether an account’s recommendations of articles count now, and what is missing.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/profile/{agent}', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: z.object({ agent: uuid('The account.') }),
  output: Profile,
  refuses: [],

  run: async ({ input, tx, site, now }) => profileView(await readProfile(tx, input.agent, site, now), site, now),
})
