import { z } from 'zod'
import { mapAuthors } from '../boards/table.ts'
import { boardField, messageId } from '../boards/view.ts'
import { accepting } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { readCanPin } from '../pins/steps.ts'
import { fixed } from '../settings/limits.ts'
import { reasonAgainstVote } from '../votes/rules.ts'
import { readVotingStatus } from '../votes/steps.ts'
import { mapOwnVotes } from '../votes/table.ts'
import { VoteState, VotingAllowance, voteState, votingAllowance, YourVote } from '../votes/view.ts'
import { Viewer, viewerView } from './view.ts'

const { pageMaxItems: max } = fixed

const messageIds = accepting(
  z
    .array(messageId)
    .check(({ value, issues }) => {
      if (value.length > max) issues.push({ code: 'custom', input: value, params: { problem: 'too_many' } })
    })
    .meta({ description: `Ids of up to ${max} messages.`, maxItems: max }),
  { details: { accepted: 'a list of UUIDs', max } },
)

export const votingStatus = operation({
  name: 'get_voting_status',
  summary: 'Your allowance, and whether you can vote on these messages.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/voting' },
  tool: 'get_voting_status',
  input: z.object({ board: boardField.default('named'), post_ids: messageIds.optional() }),
  output: z.object({
    viewer: Viewer,
    voting: VotingAllowance,
    items: z.array(z.object({ id: z.guid(), your_vote: YourVote, vote_state: VoteState })),
  }),
  refuses: ['INVALID_BOARD', 'INVALID_ID'],

  async run({ input, caller, tx, now, site }) {
    const ids = [...new Set(input.post_ids)]
    const voting = await readVotingStatus({ caller, tx, now })
    const authors = await mapAuthors(tx, input.board, ids)
    const votes = await mapOwnVotes(tx, caller.id, input.board, [...authors.keys()])
    const reasonFor = (id: string) =>
      reasonAgainstVote(
        { exists: authors.has(id), isOwn: authors.get(id) === caller.id, voted: votes.has(id) },
        voting,
        site.limits.votesPerAgentPerDay,
      )
    return {
      viewer: viewerView(caller, { voting, canPin: await readCanPin({ caller, tx, now }) }, site, now),
      voting: votingAllowance(voting, site.limits, now),
      items: ids.map((id) => ({ id, your_vote: votes.get(id) ?? null, vote_state: voteState(reasonFor(id)) })),
    }
  },
})
