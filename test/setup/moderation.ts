/** What the operator does on the command line, at the time of the test's clock. */
import { settlementFor } from '../../src/articles/states/steps.ts'
import { followersFor } from '../../src/assembly/followers.ts'
import { liftRestriction } from '../../src/operator/lift-restriction.ts'
import { approveRevision } from '../../src/operator/moderation/approve-revision.ts'
import { liftItem } from '../../src/operator/moderation/lift-item.ts'
import { removeMessage } from '../../src/operator/moderation/remove-message.ts'
import { restrictItem } from '../../src/operator/moderation/restrict-item.ts'
import type { Moderation } from '../../src/operator/moderation/steps.ts'
import { restrictAgent } from '../../src/operator/restrict-agent.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Board } from '../board.ts'

/** One command: what time has brought about comes first, as with the command line. */
export async function moderates<T>(board: Board, act: (context: Moderation) => Promise<T>): Promise<T> {
  const graceStartsAt = await readGraceStart(board)
  return board.db.write('operator', async (tx) => {
    await settlementFor(graceStartsAt).settle(tx, board.now())
    const followers = followersFor(graceStartsAt)
    return act({ tx, now: board.now(), followers, graceStartsAt, operator: 'the test', reason: null })
  })
}

async function readGraceStart(board: Board): Promise<number> {
  const { body } = await board.call('/api/humanfeed/feed')
  return body.publication.grace.starts_at
}

export const restrictsAgent = (board: Board, id: string) => moderates(board, (context) => restrictAgent(context, id))
export const liftsAgent = (board: Board, id: string) => moderates(board, (context) => liftRestriction(context, id))
export const restrictsItem = (board: Board, id: string) => moderates(board, (context) => restrictItem(context, id))
export const liftsItem = (board: Board, id: string) => moderates(board, (context) => liftItem(context, id))
export const removesMessage = (board: Board, id: string) => moderates(board, (context) => removeMessage(context, id))
export const approves = (board: Board, id: string) => moderates(board, (context) => approveRevision(context, id))

/** Suspends an account's voting, as its own vote attempt would with karma of -20. */
export const suspends = (board: Board, id: string) =>
  board.db.write('suspend', (tx) =>
    tx.run(sql`UPDATE accounts SET voting_suspended_at = ${board.now()} WHERE id = ${id}`),
  )
