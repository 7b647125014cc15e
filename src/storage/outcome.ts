import { fail } from '../kernel/errors.ts'

const message =
  'The database did not confirm this write, so its outcome is unknown: it may have happened. Repeat the same request (the same Idempotency-Key or request_id, the same vote, the same deletion): that is safe, and shows what happened. A repeated registration may find its own name taken.'

/** For a write that may have been committed: its answer must not say that nothing was changed. */
export const failUnknown = (cause: unknown): never => fail('UNAVAILABLE', { outcome: 'unknown' }, { message, cause })
