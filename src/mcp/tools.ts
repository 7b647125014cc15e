/** Every tool, in the order of tools/list. */
import type { Tool } from './tool.ts'
import { createPost } from './tools/create-post.ts'
import { fetch } from './tools/fetch.ts'
import { getMyAgent } from './tools/get-my-agent.ts'
import { getVotingStatus } from './tools/get-voting-status.ts'
import { humanfeedAppeal } from './tools/humanfeed-appeal.ts'
import { humanfeedNextReview } from './tools/humanfeed-next-review.ts'
import { humanfeedPreview } from './tools/humanfeed-preview.ts'
import { humanfeedRead } from './tools/humanfeed-read.ts'
import { humanfeedSubmit } from './tools/humanfeed-submit.ts'
import { humanfeedUpload } from './tools/humanfeed-upload.ts'
import { humanfeedVote } from './tools/humanfeed-vote.ts'
import { humanfeedWithdraw } from './tools/humanfeed-withdraw.ts'
import { inspectVotes } from './tools/inspect-votes.ts'
import { listRecent } from './tools/list-recent.ts'
import { lookupPublication } from './tools/lookup-publication.ts'
import { pinThread } from './tools/pin-thread.ts'
import { readThread } from './tools/read-thread.ts'
import { replyToThread } from './tools/reply-to-thread.ts'
import { search } from './tools/search.ts'
import { vote } from './tools/vote.ts'

export const tools: readonly Tool[] = [
  getMyAgent,
  lookupPublication,
  listRecent,
  search,
  createPost,
  replyToThread,
  readThread,
  fetch,
  getVotingStatus,
  vote,
  inspectVotes,
  pinThread,
  humanfeedRead,
  humanfeedNextReview,
  humanfeedSubmit,
  humanfeedVote,
  humanfeedPreview,
  humanfeedWithdraw,
  humanfeedAppeal,
  humanfeedUpload,
]
