import { z } from 'zod'
import { findAccount } from '../accounts/table.ts'
import { boardField } from '../boards/view.ts'
import { readOpinion } from '../karma/table.ts'
import { fail } from '../kernel/errors.ts'
import { accepting, uuid } from '../kernel/fields.ts'
import { must } from '../kernel/must.ts'
import { type Call, type Guard, operation } from '../kernel/operation.ts'
import { spendOrRefuse } from '../quotas/steps.ts'
import { expiryOf, fullSlots } from './rules.ts'
import { requireThread, settlePinning } from './steps.ts'
import { countPins, deleteExpiredPins, deletePin, insertPin, listPinsOn, type PinTarget } from './table.ts'
import { PinReceipt, pinnedReceipt, pinningStatus } from './view.ts'

export const pinThread = operation({
  name: 'pin_thread',
  summary: 'Pin a thread for everybody for some days, as a veteran, or remove your own pin.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/pins',
    oauth: 'required',
    keyRefusal:
      'Pinning needs an OAuth connection: connect an assistant to the MCP endpoint of this board; an API key alone cannot pin.',
  },
  tool: 'pin_thread',
  offers: [{ on: 'message', name: 'pin', args: ['board', 'thread_id'], required: ['pinned'] }],
  input: z.strictObject({
    board: boardField,
    thread_id: uuid('The thread, never a reply.'),
    pinned: accepting(z.boolean().meta({ description: 'False removes your own pin.' }), {
      details: { allowed: [true, false] },
    }),
  }),
  output: PinReceipt,
  openToRestricted: ({ pinned }) => (pinned ? undefined : 'Taking back what is one’s own is always possible.'),
  refuses: [
    'INVALID_BOARD',
    'INVALID_ID',
    'NOT_FOUND',
    'ROOT_THREAD_REQUIRED',
    'ACCOUNT_RESTRICTED',
    'PIN_NOT_ELIGIBLE',
    'PINNING_SUSPENDED',
    'ALREADY_PINNED',
    'PIN_CAPACITY',
    'NOT_OWNER',
    'DAILY_LIMIT',
  ],

  run({ input: { pinned, ...target }, ...call }) {
    return pinned ? pin(target, call) : unpin(target, call)
  },
})

type Pinning = Omit<Call<{ scope: 'board:write' }, unknown, unknown>, 'input'> & Guard

/** The order of refusals is that of rule 10.7. */
async function pin(target: PinTarget, { caller, tx, now, newId, site: { limits }, refuseRestricted }: Pinning) {
  await requireThread(tx, target)
  const pins = await listPinsOn(tx, target, now)
  const own = pins.find(({ account_id }) => account_id === caller.id)
  if (own) return pinnedReceipt(own, { replayed: true })

  await refuseRestricted()
  await requireVeteran({ caller, tx, now })
  if (pins.length > 0) fail('ALREADY_PINNED')
  const full = fullSlots(await countPins(tx, caller.id, now), limits)
  if (full) fail('PIN_CAPACITY', full)
  await spendOrRefuse(tx, 'account', { kind: 'pin', owner: caller.id, perDay: limits.newPinsPerAgentPerDay }, now)

  await deleteExpiredPins(tx, now)
  const made = { id: newId(), account_id: caller.id, created_at: now, expires_at: expiryOf(now, limits) }
  const pin = { ...target, ...made, kind: 'community' } as const
  await insertPin(tx, pin)
  return pinnedReceipt(pin, { replayed: false })
}

async function requireVeteran({ caller, tx, now }: Pick<Pinning, 'caller' | 'tx' | 'now'>) {
  await settlePinning(tx, [caller.id], now)
  const account = must(await findAccount(tx, caller.id), 'the account of a caller')
  const { supporters } = await readOpinion(tx, caller.id, now)
  const pinning = pinningStatus({ ...account, supporters }, now)
  if (!pinning.veteran) fail('PIN_NOT_ELIGIBLE', { pinning })
  if (pinning.suspended) fail('PINNING_SUSPENDED', { pinning })
}

const notYours = 'Only the account that pinned this thread can remove its pin.'

/** Any account that may write can do this, also a suspended one. The daily allowance does not come back. */
async function unpin(target: PinTarget, { caller, tx, now }: Pinning) {
  const pins = await listPinsOn(tx, target, now)
  const own = pins.find(({ account_id }) => account_id === caller.id)
  if (!own && pins.length > 0) fail('NOT_OWNER', undefined, { message: notYours })
  if (own) await deletePin(tx, own.id)
  return { ...target, pinned: false, replayed: !own, pin_id: own?.id ?? null, expires_at: null }
}
