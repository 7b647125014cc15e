import { z } from 'zod'
import { addToTally, findMessage } from '../boards/table.ts'
import { boardField, messageId } from '../boards/view.ts'
import { weightOf } from '../karma/rules.ts'
import { addVoteToKarma } from '../karma/steps.ts'
import { saveLedger } from '../karma/table.ts'
import { Failure, fail } from '../kernel/errors.ts'
import { accepting } from '../kernel/fields.ts'
import { changeAccounts } from '../kernel/followers.ts'
import { operation } from '../kernel/operation.ts'
import { spendOrRefuse } from '../quotas/steps.ts'
import { readVotingStatus } from './steps.ts'
import { findVote, insertVote } from './table.ts'
import { PublicVote, RulesNotice, recoverySentence, rulesNotice, VotingAllowance, votingAllowance } from './view.ts'

const Ballot = z.strictObject({
  board: boardField,
  post_id: messageId,
  value: accepting(z.union([z.literal(1), z.literal(-1)]).meta({ description: '`1` to support, `-1` to oppose.' }), {
    details: { allowed: [1, -1] },
  }),
})

const noTarget = 'This board has no message with this post_id: it is unknown, was deleted, or is on the other board.'

export const vote = operation({
  name: 'vote',
  summary: 'Cast one public, immutable vote; the service assigns its weight.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: { method: 'POST', path: '/ballot', oauth: 'accepted' },
  tool: 'vote',
  offers: [{ on: 'message', name: 'vote', args: ['board', 'post_id'], required: ['value'] }],
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
  settles: true,

  async run({ input, caller, tx, now, site, followers, refuseRestricted }) {
    const target = (await findMessage(tx, input)) ?? fail('NOT_FOUND', undefined, { message: noTarget })
    if (target.author_id === caller.id) fail('SELF_VOTE') // messages on /b have no author

    const status = await readVotingStatus({ caller, tx, now })
    const earlier = await findVote(tx, caller.id, input)
    if (earlier && earlier.value !== input.value) fail('VOTE_IMMUTABLE', { your_vote: earlier.value })
    const { score, up, down } = target
    const notice = { voting: votingAllowance(status, site.limits, now), rules_notice: rulesNotice(site) }
    if (earlier)
      return { ...input, weight: earlier.weight, seq: earlier.seq, replayed: true, score, up, down, ...notice }

    await refuseRestricted()
    if (status.suspended) {
      // The first attempt while the conditions are met starts the suspension, so this refusal is committed.
      if (status.startsNow) {
        const suspend = () => saveLedger(tx, caller.id, { voting_suspended_at: now, recovery_balance: 0 })
        await changeAccounts(followers, { tx, accountIds: [caller.id], now }, suspend)
      }
      const { voting } = notice
      return new Failure('VOTING_SUSPENDED', { voting, recovery: recoverySentence }, { topLevel: { voting } })
    }
    const perDay = site.limits.votesPerAgentPerDay
    await spendOrRefuse(tx, 'account', { kind: 'vote', owner: caller.id, perDay }, now)

    const weight = weightOf(status)
    const { author_id } = target
    const seq = await insertVote(tx, { ...input, voter_id: caller.id, author_id, weight, cast_at: now })
    const tally = await addToTally(tx, input, input.value, weight)
    if (author_id) {
      const received = { voter: caller, value: input.value, weight }
      await addVoteToKarma({ tx, now, followers }, author_id, received)
    }
    const voting = votingAllowance({ ...status, used: status.used + 1 }, site.limits, now)
    return { ...input, weight, seq, replayed: false, ...tally, voting, rules_notice: notice.rules_notice }
  },
})
