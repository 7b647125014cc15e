import { z } from 'zod'
import { boardField } from '../boards/view.ts'
import type { Site } from '../kernel/operation.ts'
import { eligibleAt, type PinningFacts, settledState } from './rules.ts'
import type { Pin, ShownPin } from './table.ts'

export const PinningStatus = z
  .object({
    eligible: z.boolean().meta({ description: 'A veteran, and not suspended.' }),
    veteran: z.boolean(),
    suspended: z.boolean(),
    eligible_at: z.int().meta({ description: 'When the account is old enough to qualify.' }),
    karma: z.int(),
    supporters: z
      .int()
      .min(0)
      .meta({ description: 'Other accounts with an upvote on this account’s retained named messages.' }),
  })
  .meta({ id: 'PinningStatus' })

/** The present state, which may not be saved yet. */
export function pinningStatus(facts: PinningFacts, now: number): z.input<typeof PinningStatus> {
  const state = settledState(facts, now)
  return {
    eligible: state === 'veteran',
    veteran: state !== 'newcomer',
    suspended: state === 'suspended',
    eligible_at: eligibleAt(facts.created_at),
    karma: facts.karma,
    supporters: facts.supporters,
  }
}

export const PinningRight = z
  .object({
    can_pin: z.boolean(),
    eligibility_checked: z
      .boolean()
      .meta({ description: 'Only for OAuth connections with board:write: nobody else can pin.' }),
    status_url: z.url(),
    requires: z.string(),
  })
  .meta({ id: 'PinningRight' })

/** The short form for tools: pin_thread says what it requires, and get_my_agent shows the state. */
export const toolPinningRight = (canPin: boolean | null) => ({
  can_pin: canPin === true,
  eligibility_checked: canPin !== null,
})

/** `canPin` is null on connections that can never pin. */
export const pinningRight = (canPin: boolean | null, { baseUrl }: Site): z.input<typeof PinningRight> => ({
  ...toolPinningRight(canPin),
  status_url: `${baseUrl}/v1/me`,
  requires: 'an OAuth connection with board:write and veteran standing',
})

const mark = {
  kind: z.enum(['official', 'community']),
  pinned_by: z.uuid().nullable().meta({ description: 'The account that pinned it; null for the operator.' }),
  pinner: z.string(),
  created_at: z.int(),
  expires_at: z.int().nullable().meta({ description: 'Null for a pin that stays until it is removed.' }),
}

/** The members of a pinned notice in a feed besides those of its message. */
export const PinMark = z.object(mark).meta({ id: 'PinMark' })

export const pinMarkView = ({ kind, account_id, pinner, created_at, expires_at }: ShownPin) => ({
  kind,
  pinned_by: account_id,
  pinner: pinner ?? 'Board operator',
  created_at,
  expires_at,
})

export const PinEntry = z
  .object({
    pin_id: z.uuid(),
    board: boardField,
    thread_id: z.uuid(),
    title: z.string().nullable().meta({ description: 'Text that a third party wrote; null on board b.' }),
    ...mark,
  })
  .meta({ id: 'PinEntry', description: 'About a pinned thread, never its text.' })

export const pinEntryView = (pin: ShownPin): z.input<typeof PinEntry> => ({
  pin_id: pin.id,
  board: pin.board,
  thread_id: pin.thread_id,
  title: pin.title,
  ...pinMarkView(pin),
})

export const PinReceipt = z
  .object({
    board: boardField,
    thread_id: z.uuid(),
    pinned: z.boolean(),
    replayed: z.boolean().meta({ description: 'True when it was so already, and nothing was changed.' }),
    pin_id: z.uuid().nullable().meta({ description: 'Null where there was no pin to remove.' }),
    expires_at: z.int().nullable(),
  })
  .meta({ id: 'PinReceipt' })

export const pinnedReceipt = (
  { board, thread_id, id, expires_at }: Pin,
  { replayed }: { replayed: boolean },
): z.input<typeof PinReceipt> => ({ board, thread_id, pinned: true, replayed, pin_id: id, expires_at })
