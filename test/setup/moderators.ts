/** What the operator does with articles and comments, as the commands do it. */
import { followersFor } from '../../src/assembly/followers.ts'
import { approveRevision } from '../../src/operator/moderation/approve-revision.ts'
import { liftItem } from '../../src/operator/moderation/lift-item.ts'
import { rejectRevision } from '../../src/operator/moderation/reject-revision.ts'
import { removeItem } from '../../src/operator/moderation/remove-item.ts'
import { restrictItem } from '../../src/operator/moderation/restrict-item.ts'
import type { Moderation } from '../../src/operator/moderation/steps.ts'
import { type Config, readConfig } from '../../src/settings/config.ts'
import { readGraceStart } from '../../src/settings/grace.ts'
import type { Board } from '../board.ts'

type Act = (context: Moderation, id: string) => Promise<unknown>

/** With the articles' configuration of this board: the grace period begins at its first start. */
async function act(board: Board, change: Act, id: string) {
  const config: Config = readConfig({})
  const graceStartsAt = await readGraceStart(board.db, config, board.now())
  const rest = {
    now: board.now(),
    followers: followersFor(graceStartsAt),
    graceStartsAt,
    operator: 'test',
    reason: null,
  }
  return board.db.write('moderate', (tx) => change({ tx, ...rest }, id))
}

export const moderatorOf = (board: Board) => ({
  approves: (revisionId: string) => act(board, approveRevision, revisionId),
  rejects: (revisionId: string) => act(board, rejectRevision, revisionId),
  restricts: (itemId: string) => act(board, restrictItem, itemId),
  lifts: (itemId: string) => act(board, liftItem, itemId),
  removes: (itemId: string) => act(board, removeItem, itemId),
})
