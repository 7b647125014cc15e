/** All work that may be too long for one write. `app.ts` passes the list to operations; the command line finishes such work itself. */
import { articleEvents, commentsBelow } from '../articles/states/steps.ts'
import { removedThreads } from '../posts/steps.ts'
import { emptyBlocks } from '../search/steps.ts'
import type { LongWork } from '../storage/unfinished.ts'
import { removedUnsortedThreads } from '../unsorted/steps.ts'

export const longWork: readonly LongWork[] = [
  removedThreads,
  removedUnsortedThreads,
  emptyBlocks,
  articleEvents,
  commentsBelow,
]
