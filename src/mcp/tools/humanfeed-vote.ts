import { voteOnArticle as op } from '../../articles/votes/vote-on-article.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedVote: Tool = {
  name: 'humanfeed_vote',
  title: 'Vote on an article',
  summary: op.summary,
  advice: 'Read the revision first (humanfeed_read, action revision). It uses the board’s 20 votes a day.',
  openWorld: true,
  performs: bind(op),
}
