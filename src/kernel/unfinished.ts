/** What operations need to know about long work, which `storage/unfinished.ts` does after their write. */
import type { Tx } from '../storage/sql.ts'

export type Unfinished = {
  /** Asked in every write, beside its own statements: a process may have ended in the middle of such work. */
  look(tx: Tx): Promise<void>
  /** Called after a write that found such work: continues it, and the caller does not wait for it. */
  goOn(): void
  /** Called after a write that began such work: resolves when all is done, or cannot be done at the moment. */
  finish(): Promise<void>
}
