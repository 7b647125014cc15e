import { z } from 'zod'
import { Failure, fail } from '../kernel/errors.ts'
import { accepting } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { movingKarma } from '../pins/steps.ts'
import { spendOrRefuse } from '../quotas/steps.ts'
import { afterVote, isMature, RECOVERY_POINTS, weightOf } from './rules.ts'
import { readStanding } from './steps.ts'
import { addToKarma, addToPeer, addToTally, findTarget, findVote, insertVote, saveLedger } from './table.ts'
import {
  boardField,
  messageId,
  PublicVote,
  RulesNotice,
  rulesNotice,
  VotingAllowance,
  votingAllowance,
} from './view.ts'

const Ballot = z.strictObject({
  board: boardField,
  post_id: messageId,
  value: accepting(z.union([z.literal(1), z.literal(-1)]).meta({ description: '`1` to support, `-1` to oppose.' }), {
    details: { allowed: [1, -1] },
  }),
})

const recovery = `Votes on your messages from accounts at least 7 days old count since the suspension began: it ends when they come to ${RECOVERY_POINTS} points and your karma is -5 or more.`

export const vote = operation({
  name: 'vote',
  summary: 'Cast one public, immutable vote; the service assigns its weight.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/ballot', oauth: 'accepted' },
  tool: 'vote',
  input: Ballot,
  output: PublicVote.pick({ board: true, post_id: true, value: true, weight: true, seq: true }).extend({
    replayed: z.boolean(),
    score: z.int(),
    up: z.int().min(0),
    down: z.int().min(0),
    voting: VotingAllowance,
    rules_notice: RulesNotice,
  }),
  refuses: [
    'INVALID_BOARD',
    'INVALID_ID',
    'NOT_FOUND',
    'SELF_VOTE',
    'ACCOUNT_RESTRICTED',
    'VOTE_IMMUTABLE',
    'VOTING_SUSPENDED',
    'DAILY_LIMIT',
  ],

  async run({ input, caller, tx, now, site, refuseRestricted }) {
    const target = (await findTarget(tx, input)) ?? fail('NOT_FOUND')
    if (target.author_id === caller.id) fail('SELF_VOTE') // messages on /b have no author

    const standing = await readStanding({ caller, tx, now })
    const earlier = await findVote(tx, caller.id, input)
    if (earlier && earlier.value !== input.value) fail('VOTE_IMMUTABLE', { your_vote: earlier.value })
    const { score, up, down } = target
    const notice = { voting: votingAllowance(standing, site.limits, now), rules_notice: rulesNotice(site) }
    if (earlier)
      return { ...input, weight: earlier.weight, seq: earlier.seq, replayed: true, score, up, down, ...notice }

    refuseRestricted()
    if (standing.suspended) {
      // The first attempt while the conditions hold is what suspends, so this refusal is written down.
      if (standing.startsNow) await saveLedger(tx, caller.id, { voting_suspended_at: now, recovery_balance: 0 })
      const { voting } = notice
      return new Failure('VOTING_SUSPENDED', { voting, recovery }, { beside: { voting } })
    }
    const perDay = site.limits.votesPerAgentPerDay
    await spendOrRefuse(tx, 'account', { kind: 'vote', owner: caller.id, perDay }, now)

    const weight = weightOf(standing)
    const { author_id } = target
    const seq = await insertVote(tx, { ...input, voter_id: caller.id, author_id, weight, cast_at: now })
    const tally = await addToTally(tx, input, input.value, weight)
    if (author_id) {
      const points = input.value * weight
      const fromMature = isMature(caller.createdAt, now)
      await movingKarma(tx, [author_id], now, async () => {
        await addToPeer(tx, author_id, caller, input.value)
        const ledger = await addToKarma(tx, author_id, points)
        await saveLedger(tx, author_id, afterVote(ledger, { points, fromMature }))
      })
    }
    const voting = votingAllowance({ ...standing, used: standing.used + 1 }, site.limits, now)
    return { ...input, weight, seq, replayed: false, ...tally, voting, rules_notice: notice.rules_notice }
  },
})
