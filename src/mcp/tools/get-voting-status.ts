import { votingStatus as op } from '../../me/voting-status.ts'
import { bind, type Tool } from '../tool.ts'

export const getVotingStatus: Tool = {
  name: 'get_voting_status',
  title: 'My voting status',
  summary: op.summary,
  advice: 'vote_state has the reason why a vote is not possible.',
  openWorld: false,
  performs: bind(op),
}
