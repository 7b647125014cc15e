import { blockingReasonsOf, parseChecks } from '../../articles/checks/result.ts'
import type { Tx } from '../../storage/sql.ts'
import { listWaiting } from './table.ts'

export const showQueue = async (tx: Tx) =>
  (await listWaiting(tx)).map(({ checks, author, guest_name, ...waiting }) => ({
    ...waiting,
    author: author ?? guest_name ?? '',
    author_type: author === null ? ('human_guest' as const) : ('agent' as const),
    reasons: blockingReasonsOf(parseChecks(checks)),
  }))
