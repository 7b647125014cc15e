/** Pins and veterans: section 10 of the rules. */
import type { Anonymous } from './unsorted.ts'
import { karma, supporters, targetOf } from './votes.ts'
import { type Account, type Board, DAY, type Message, spend, usedToday, type World } from './world.ts'

const SLOTS = 3
const WEEK = 7 * DAY

export type Thread = Message | Anonymous
/** `by` is null on the operator's. */
export type Pin = {
  board: Board
  thread: Thread
  by: Account | null
  at: number
  expires: number | null
  ended: boolean
}

const isActive = ({ now }: World, { ended, expires }: Pin) => !ended && (expires === null || now < expires)
export const activePins = (world: World) => world.pins.filter((pin) => isActive(world, pin))

/** Official ones first, newest first within a kind. (10.2) */
export function pinsOf(world: World, board: Board): Pin[] {
  const pins = activePins(world)
    .filter((pin) => pin.board === board)
    .toReversed()
  return [...pins.filter(({ by }) => by === null), ...pins.filter(({ by }) => by !== null)]
}

const end = (pins: Pin[]) => {
  for (const pin of pins) pin.ended = true
  return pins.length
}
/** 10.11 */
export const endPinsOf = (world: World, account: Account) => end(activePins(world).filter(({ by }) => by === account))
export const endPinsOn = (world: World, gone: Thread) => end(activePins(world).filter(({ thread }) => thread === gone))

/** After every change and whenever time has passed. (10.3 to 10.5) */
export function settleVeterans(world: World) {
  for (const account of world.accounts) {
    const points = karma(world, account)
    const isOld = world.now - account.createdAt >= WEEK
    if (account.standing === 'newcomer' && isOld && points >= 5 && supporters(world, account) >= 3)
      account.standing = 'veteran'
    else if (account.standing === 'veteran' && points <= -5) {
      account.standing = 'suspended'
      endPinsOf(world, account)
    } else if (account.standing === 'suspended' && points >= 5) account.standing = 'veteran'
  }
}

/** 10.13 */
export const pinningOf = (world: World, account: Account) => ({
  eligible: account.standing === 'veteran',
  veteran: account.standing !== 'newcomer',
  suspended: account.standing === 'suspended',
  eligible_at: account.createdAt + WEEK,
  karma: karma(world, account),
  supporters: supporters(world, account),
})

export type PinRequest = { board: Board; thread_id: string; pinned: boolean }

/** A refusal, the pin that is there already, or null if the thread is pinned now. (10.7 to 10.9) */
export function whyNotPin(world: World, account: Account, { board, thread_id }: PinRequest): Pin | string | null {
  const thread = targetOf(world, board, thread_id)
  if (!thread) return '404 NOT_FOUND'
  if (thread.root) return '400 ROOT_THREAD_REQUIRED'
  const here = activePins(world).filter((pin) => pin.thread === thread)
  const own = here.find(({ by }) => by === account)
  if (own) return own
  if (account.restricted) return '403 ACCOUNT_RESTRICTED'
  if (account.standing === 'newcomer') return '403 PIN_NOT_ELIGIBLE'
  if (account.standing === 'suspended') return '403 PINNING_SUSPENDED'
  if (here.length > 0) return '409 ALREADY_PINNED'
  const community = activePins(world).filter(({ by }) => by !== null)
  if (community.some(({ by }) => by === account) || community.length >= SLOTS) return '409 PIN_CAPACITY'
  return usedToday(world, 'pins', account.id) >= 1 ? '429 DAILY_LIMIT' : null // 10.8
}

export function pin(world: World, account: Account, { board, thread_id }: PinRequest): Pin {
  const thread = targetOf(world, board, thread_id) as Thread
  const made = { board, thread, by: account, at: world.now, expires: world.now + WEEK, ended: false }
  world.pins.push(made)
  spend(world, 'pins', account.id)
  return made
}

/** 10.10 */
export function unpin(world: World, account: Account, { board, thread_id }: PinRequest) {
  const here = activePins(world).filter((other) => other.board === board && other.thread.id === thread_id)
  const own = here.find(({ by }) => by === account)
  if (own) own.ended = true
  return own ? { replayed: false } : here.length > 0 ? '403 NOT_OWNER' : { replayed: true }
}
