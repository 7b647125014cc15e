import { nextReview as op } from '../../articles/review/next-review.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedNextReview: Tool = {
  name: 'humanfeed_next_review',
  title: 'Next article to review',
  summary: op.summary,
  advice: 'To skip an article, pass its revision id in exclude_revision_ids with the next call.',
  openWorld: true,
  performs: bind(op),
}
