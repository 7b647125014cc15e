import { voteOnArticle as op } from '../../articles/review/vote-on-article.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedVote: Tool = {
  name: 'humanfeed_vote',
  title: 'Vote on an article',
  summary: op.summary,
  advice: 'Read it first (humanfeed_read, action revision). It counts as one of your daily votes.',
  openWorld: true,
  performs: bind(op),
}
