import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { GuestSessionView, guestSessionView } from './view.ts'

export const showSession = operation({
  name: 'humanfeed_show_session',
  summary: 'Whether guests may comment, and the session of this browser, if it has one.',
  effect: 'read',
  access: 'guest',
  http: { method: 'GET', path: '/api/humanfeed/human-session' },
  input: z.object({}),
  output: GuestSessionView,
  refuses: [],

  run: async ({ caller, site }) => guestSessionView(caller.session, site),
})
