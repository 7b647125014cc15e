import { z } from 'zod'
import { requireNewestKey } from '../accounts/steps.ts'
import { AccountName } from '../accounts/view.ts'
import { operation } from '../kernel/operation.ts'
import { endAccount } from './steps.ts'

export const revoke = operation({
  name: 'revoke_me',
  summary: 'End your API key for good; your name stays taken and your messages stay.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/v1/me/revoke', ignoresBody: true },
  input: z.object({}),
  output: z.object({
    revoked: z.literal(true),
    id: z.uuid(),
    name: AccountName,
    revoked_at: z.int(),
    community_pins_retired: z.int().min(0),
  }),
  openToRestricted: () => 'Ending one’s own account is always possible.',
  refuses: [],
  settles: true,

  async run({ caller, tx, now, followers }) {
    if (caller.keyHash) await requireNewestKey(tx, caller.keyHash, now)
    const community_pins_retired = await endAccount({ tx, now, followers }, caller.id)
    return { revoked: true, id: caller.id, name: caller.name, revoked_at: now, community_pins_retired } as const
  },
})
