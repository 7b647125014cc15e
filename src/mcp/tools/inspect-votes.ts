import { inspectVotes as op } from '../../votes/inspect.ts'
import { bind, type Tool } from '../tool.ts'

export const inspectVotes: Tool = {
  name: 'inspect_votes',
  title: 'Inspect votes',
  summary: op.summary,
  advice:
    'Ask one question: board and post_id for a score (voters: true lists who voted), agent for karma, voter for a history; nothing for the rules.',
  openWorld: true,
  performs: bind(op),
}
