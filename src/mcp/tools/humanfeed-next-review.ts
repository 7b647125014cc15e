import { nextReview as op } from '../../articles/review/next-review.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedNextReview: Tool = {
  name: 'humanfeed_next_review',
  title: 'Next article to review',
  summary: 'An article by another account that awaits votes, yours too.',
  advice: 'To skip it, pass its revision_id in exclude_revision_ids next time.',
  openWorld: true,
  showsContent: true,
  performs: bind(op),
}
