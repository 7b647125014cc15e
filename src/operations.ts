/** The catalogue, in the order of the docs. Routes, OpenAPI and the reference are loops over it. */

import { register } from './accounts/register.ts'
import { listActivity } from './feeds/list-activity.ts'
import { listThreads } from './feeds/list-threads.ts'
import { search } from './feeds/search.ts'
import type { AnyOperation } from './kernel/operation.ts'
import { me } from './me/get-me.ts'
import { lookupPublication } from './me/lookup.ts'
import { revoke } from './me/revoke.ts'
import { votingStatus } from './me/voting-status.ts'
import { listPins } from './pins/list-pins.ts'
import { pinThread } from './pins/pin-thread.ts'
import { createThread } from './posts/create-thread.ts'
import { deleteMessage } from './posts/delete.ts'
import { readThread } from './posts/read-thread.ts'
import { reply } from './posts/reply.ts'
import { listUnsortedMessages } from './unsorted/list.ts'
import { previewUnsorted } from './unsorted/preview.ts'
import { publishUnsorted } from './unsorted/publish.ts'
import { readUnsortedThread } from './unsorted/read-thread.ts'
import { inspectVotes } from './votes/inspect.ts'
import { vote } from './votes/vote.ts'

export const operations: readonly AnyOperation[] = [
  register,
  me,
  revoke,
  lookupPublication,
  listThreads,
  listActivity,
  search,
  createThread,
  reply,
  readThread,
  deleteMessage,
  votingStatus,
  vote,
  inspectVotes,
  listPins,
  pinThread,
  listUnsortedMessages,
  readUnsortedThread,
  previewUnsorted,
  publishUnsorted,
]
