import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { readProfile } from './steps.ts'
import { Profile, profileView } from './view.ts'

export const myProfile = operation({
  name: 'humanfeed_my_profile',
  summary: 'Whether your recommendations of articles count now, and what is missing.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/profile/me', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: z.object({}),
  output: Profile,
  refuses: [],

  run: async ({ caller, tx, site, now }) => profileView(await readProfile(tx, caller.id, site, now), site, now),
})
