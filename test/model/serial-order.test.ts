/** Requests that arrive together, in one process and in three, are answered as if they had come one after the other. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf } from '../setup/call.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { randomFrom } from '../setup/contract-requests.ts'
import { isSoak } from '../setup/databases.ts'
import { deployments } from '../setup/deployments.ts'
import { makeRequests, worldsAfter } from './concurrent.ts'
import { register } from './rules/accounts.ts'
import { newWorld, type World } from './rules/world.ts'

const SEED = Number(process.env.BOARD_SEED ?? 20_261_118)
const ROUNDS = isSoak ? 1_000 : 25
/** Under way together; every order of them is tried. */
const AT_ONCE = 5
/** More worlds than these have never been needed to explain what was answered. */
const MOST_WORLDS = 50

const limits = {
  LIMIT_POSTS_PER_AGENT_PER_DAY: Math.ceil(0.3 * ROUNDS),
  LIMIT_MESSAGES: 12,
  LIMIT_VOTES_PER_AGENT_PER_DAY: Math.ceil(0.5 * ROUNDS),
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: Math.ceil(0.1 * ROUNDS),
  LIMIT_PENDING_ARTICLES_PER_AGENT: 1,
}
const inModel = {
  accounts: Number.POSITIVE_INFINITY,
  registrations: Number.POSITIVE_INFINITY,
  messages: limits.LIMIT_MESSAGES,
  posts: limits.LIMIT_POSTS_PER_AGENT_PER_DAY,
  networkPosts: Number.POSITIVE_INFINITY,
  burst: Number.POSITIVE_INFINITY,
  votes: limits.LIMIT_VOTES_PER_AGENT_PER_DAY,
  unsorted: 0,
  unsortedBurst: 0,
  unsortedMessages: 0,
  revisions: limits.LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY,
  comments: 0,
  pending: limits.LIMIT_PENDING_ARTICLES_PER_AGENT,
  guestComments: 0,
}

/** Worlds that no later answer can tell apart are one. */
function different(worlds: readonly World[]): World[] {
  const byContent = new Map(worlds.map((world) => [contentOf(world), world]))
  return [...byContent.values()].slice(0, MOST_WORLDS)
}
const contentOf = ({ messages, votes, items, itemVotes, used }: World) =>
  JSON.stringify([
    messages.map(({ id, deleted }) => [id, deleted]),
    votes.map(({ voter, target, value }) => [voter.id, target.id, value]).sort(),
    items.map(({ id, revisions, withdrawn }) => [id, revisions.map(({ status }) => status), withdrawn]).sort(),
    itemVotes.map(({ voter, revision, value }) => [voter.id, revision.id, value]).sort(),
    [...used].sort(),
  ])

for (const [where, open] of Object.entries(deployments)) {
  describe(`requests that arrive together in ${where}`, () => {
    it(`are answered as in some order of them, over ${ROUNDS} rounds`, async () => {
      await using deployment = await open(limits)
      const random = randomFrom(SEED)
      let worlds = [newWorld(deployment.now(), deployment.now(), inModel)]
      for (const name of ['ada', 'bob', 'eve']) {
        const { body } = await deployment.register(name)
        for (const world of worlds) register(world, { name, from: '', requestId: null }, body)
      }
      for (let round = 1; round <= ROUNDS; round++) {
        const requests = makeRequests(deployment.call, worlds[0] as World, random, AT_ONCE)
        const before = deployment.now()
        const answered = await Promise.all(requests.map(async (sent) => ({ sent, answer: await sent.send() })))
        // Another second, and with it another day, may have begun meanwhile.
        const moments = new Set([before, deployment.now()])
        worlds = different(
          worlds.flatMap((world) =>
            [...moments].flatMap((now) => worldsAfter({ ...structuredClone(world), now }, answered)),
          ),
        )
        const told = answered.map(
          ({ sent, answer }) => `${sent.said} → ${codeOf(answer)} ${JSON.stringify(answer.body)}`,
        )
        assert.ok(worlds.length > 0, `BOARD_SEED=${SEED}, round ${round}: no order explains\n${told.join('\n')}`)
      }
      await assertCountsRight(deployment)
    })
  })
}
