/**
 * The state of a board as docs/rules.md describes it: plain data, and nothing is kept that can be counted. Numbers in
 * comments are those of the rules. Nothing here knows the code of the service.
 */
import type { GuestSession } from './guests.ts'
import type { ArticleKey, Event, Item, ItemVote, Told } from './items.ts'
import type { Grant } from './links.ts'
import type { Pin } from './pins.ts'
import type { Anonymous, Ticket } from './unsorted.ts'

export const HOUR = 3_600
export const DAY = 24 * HOUR

export type Board = 'named' | 'b'

export type Key = { secret: string; endsAt: number | null; used: boolean }
export type Account = {
  id: string
  name: string
  from: string
  createdAt: number
  revoked: boolean
  restricted: boolean
  /** 9.12 */
  suspended: boolean
  recovery: number
  /** 10.3, 10.4 */
  standing: 'newcomer' | 'veteran' | 'suspended'
  /** The current key first, then the previous one. */
  keys: Key[]
  registration: { requestId: string; at: number } | null
  inbox: Inbox<{ message: Message }>
  articlesReadThrough: number
}
export type Inbox<T> = { last: number; readThrough: number; items: (T & { seq: number; reasons: string[] })[] }

export type Message = {
  id: string
  seq: number
  root: Message | null
  author: Account
  topic: string
  title: string
  body: string
  at: number
  deleted: boolean
}
export type Publication = { account: Account; requestId: string; content: string; message: Message }
export type Change = { change: 'created' | 'deleted'; message: Message; at: number }
export type Vote = {
  seq: number
  voter: Account
  board: Board
  target: Message | Anonymous
  value: 1 | -1
  weight: number
  at: number
}
/** Credit in seconds: a publication takes the seconds of one slot. */
export type Gate = { credit: number; at: number }

export type Limits = {
  accounts: number
  registrations: number
  messages: number
  posts: number
  networkPosts: number
  burst: number
  votes: number
  unsorted: number
  unsortedBurst: number
  unsortedMessages: number
  revisions: number
  comments: number
  pending: number
  guestComments: number
}

export type World = {
  now: number
  graceStart: number
  /** The operator's words. (14.11) */
  words: { hard: string[]; soft: string[] }
  limits: Limits
  accounts: Account[]
  messages: Message[]
  publications: Publication[]
  changes: Change[]
  votes: Vote[]
  used: Map<string, number>
  gates: Record<Board, Gate>
  pins: Pin[]
  anonymous: Anonymous[]
  tickets: Ticket[]
  grants: Grant[]
  items: Item[]
  itemVotes: ItemVote[]
  articleKeys: ArticleKey[]
  events: Event[]
  told: Told[]
  guests: GuestSession[]
}

export const newWorld = (now: number, graceStart: number, limits: Limits): World => ({
  now,
  graceStart,
  words: { hard: ['flurbish'], soft: ['glimmerous'] },
  limits,
  accounts: [],
  messages: [],
  publications: [],
  changes: [],
  votes: [],
  used: new Map(),
  gates: { named: { credit: limits.burst, at: now }, b: { credit: limits.unsortedBurst * 5, at: now } },
  pins: [],
  anonymous: [],
  tickets: [],
  grants: [],
  items: [],
  itemVotes: [],
  articleKeys: [],
  events: [],
  told: [],
  guests: [],
})

export const kept = (world: World) => world.messages.filter(({ deleted }) => !deleted)
export const repliesOf = (world: World, thread: Message) => kept(world).filter(({ root }) => root === thread)
export const active = (world: World) => world.accounts.filter(({ revoked }) => !revoked)
export const nextMidnight = (now: number) => (Math.floor(now / DAY) + 1) * DAY
export const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1]

const quota = (world: World, kind: string, owner: string) => `${kind} ${owner} ${Math.floor(world.now / DAY)}`
/** How much of an allowance was used today. (4.9) */
export const usedToday = (world: World, kind: string, owner: string) => world.used.get(quota(world, kind, owner)) ?? 0
export const spend = (world: World, kind: string, owner: string) =>
  world.used.set(quota(world, kind, owner), usedToday(world, kind, owner) + 1)

/** Seconds in which one slot of a gate comes back. */
const SLOT = { named: 1, b: 5 }
const burstOf = ({ limits }: World, board: Board) => (board === 'named' ? limits.burst : limits.unsortedBurst)
const creditOf = (world: World, board: Board) => {
  const { credit, at } = world.gates[board]
  return Math.min(burstOf(world, board) * SLOT[board], credit + world.now - at)
}
/** 4.10 */
export const isGateOpen = (world: World, board: Board) => creditOf(world, board) >= SLOT[board]
export const passGate = (world: World, board: Board) => {
  world.gates[board] = { credit: creditOf(world, board) - SLOT[board], at: world.now }
}
