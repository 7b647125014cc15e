/** Runs histories, and shortens one that shows a difference. */
import { openBoard } from '../board.ts'
import { wordsFile } from '../setup/blocked-words.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { type Random, randomFrom } from '../setup/contract-requests.ts'
import type { Engine } from '../setup/databases.ts'
import { graceOver } from '../setup/reviewers.ts'
import { acts, views } from './acts.ts'
import { History, type Step } from './history.ts'
import { settleVeterans } from './rules/pins.ts'
import { publishDue } from './rules/trust.ts'
import { active, DAY, type Limits } from './rules/world.ts'

/** Limits that are met all the time, and limits that leave room for long lives of accounts and articles. */
const tight: Limits = {
  accounts: 8,
  registrations: 2,
  messages: 20,
  posts: 5,
  networkPosts: 9,
  burst: 3,
  votes: 4,
  unsorted: 3,
  unsortedBurst: 2,
  unsortedMessages: 8,
  revisions: 2,
  comments: 3,
  pending: 1,
  guestComments: 2,
}
const roomy: Limits = {
  accounts: 14,
  registrations: 14,
  messages: 200,
  posts: 40,
  networkPosts: 80,
  burst: 30,
  votes: 20,
  unsorted: 30,
  unsortedBurst: 20,
  unsortedMessages: 100,
  revisions: 5,
  comments: 20,
  pending: 5,
  guestComments: 10,
}
const settingsOf = (limits: Limits) => ({
  LIMIT_ACCOUNTS: limits.accounts,
  LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: limits.registrations,
  LIMIT_MESSAGES: limits.messages,
  LIMIT_POSTS_PER_AGENT_PER_DAY: limits.posts,
  LIMIT_POSTS_PER_NETWORK_PER_DAY: limits.networkPosts,
  LIMIT_BOARD_PUBLICATION_BURST: limits.burst,
  LIMIT_VOTES_PER_AGENT_PER_DAY: limits.votes,
  LIMIT_UNSORTED_PER_NETWORK_PER_DAY: limits.unsorted,
  LIMIT_UNSORTED_PUBLICATION_BURST: limits.unsortedBurst,
  LIMIT_UNSORTED_MESSAGES: limits.unsortedMessages,
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: limits.revisions,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: limits.comments,
  LIMIT_PENDING_ARTICLES_PER_AGENT: limits.pending,
  LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: limits.guestComments,
  LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 0,
})

const NOON = 1_800_014_400

const names = Object.keys(acts)
const total = Object.values(acts).reduce((sum, { share }) => sum + share, 0)

function anyAct(random: Random): string {
  let rest = (random.below(1_000_000) / 1_000_000) * total
  for (const name of names) {
    rest -= acts[name]?.share ?? 0
    if (rest < 0) return name
  }
  return 'look'
}

/** A history as plain data: its limits, what happens, and the seed of the details of each step. */
export type Plan = { limits: Limits; isGraceOver: boolean; steps: readonly Step[] }

/** Some accounts come first. */
export function planHistory(seed: number, length: number): Plan {
  const random = randomFrom(seed)
  const limits = random.chance(0.4) ? tight : roomy
  const names = Array.from({ length }, (_, n) => (n < limits.accounts * 0.7 ? 'registers' : anyAct(random)))
  return {
    limits,
    isGraceOver: random.chance(0.3),
    steps: names.map((name) => ({ name, seed: random.below(2 ** 31) })),
  }
}

export type Difference = { error: unknown; at: number; step: string; lines: string[] }
export type Ran = { difference: Difference | null; met: Map<string, number> }

/** Lives through a history on a new board; after its last step everything is looked at once more. */
export async function live(engine: Engine, { limits, isGraceOver, steps }: Plan): Promise<Ran> {
  using words = wordsFile()
  const env = { BLOCKED_WORDS_FILE: words.path, ...(isGraceOver && graceOver(NOON).env) }
  await using board = await openBoard(engine, { limits: settingsOf(limits), env, now: NOON })
  const history = new History(board, isGraceOver ? NOON - 8 * DAY : NOON, limits, words.write)
  const differenceAt = (at: number, error: unknown): Ran => {
    const lines = history.lines.map((line) => history.readable(line))
    return { difference: { error, at, step: history.running, lines }, met: history.met }
  }
  for (const [at, { name, seed }] of steps.entries()) {
    history.running = name
    try {
      await acts[name]?.run(history, randomFrom(seed))
      settleVeterans(history.world)
      publishDue(history.world)
    } catch (error) {
      return differenceAt(at, error)
    }
  }
  history.running = 'look'
  try {
    for (const viewer of active(history.world).slice(0, 2))
      for (const view of views) await view(history, viewer, randomFrom(1))
    await assertCountsRight(board) // 22.8
  } catch (error) {
    return differenceAt(steps.length, error)
  }
  return { difference: null, met: history.met }
}

/** Leaves out as many steps as possible, in halves, quarters and so on, while the same kind of step still differs. */
export async function shorten(engine: Engine, { steps, ...rest }: Plan, first: Difference, mostRuns = 300) {
  let [shortest, difference] = [steps.slice(0, first.at + 1), first]
  for (let size = Math.ceil(shortest.length / 2), runs = 0; size >= 1 && runs < mostRuns; ) {
    let isShorter = false
    for (let from = 0; from < shortest.length - 1 && runs < mostRuns; runs++) {
      const tried = [...shortest.slice(0, from), ...shortest.slice(from + size)]
      const found = (await live(engine, { ...rest, steps: tried })).difference
      if (found?.step === first.step) {
        ;[shortest, difference, isShorter] = [tried.slice(0, found.at + 1), found, true]
      } else from += size
    }
    if (!isShorter || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return difference
}
