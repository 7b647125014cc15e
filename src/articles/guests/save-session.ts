import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { GuestSessionView, guestSessionView, nicknameField } from './view.ts'

/** Stores nothing, because the session is a sealed cookie. Comments that were sent before keep their nickname. */
export const saveSession = operation({
  name: 'humanfeed_save_session',
  summary: 'Begin a session of this browser under a nickname, or change the nickname.',
  effect: 'read',
  access: 'guest',
  http: {
    method: 'POST',
    path: '/api/humanfeed/human-session',
    form: true,
    status: { any: [200, 201], of: () => 201 },
  },
  input: z.strictObject({ nickname: nicknameField }),
  output: GuestSessionView,
  refuses: ['CSRF'],

  async run({ input, caller, site }) {
    const { nickname } = input
    return guestSessionView({ ...(caller.session ?? caller.newSession), nickname }, site)
  },
})
