import type { Tx } from '../storage/sql.ts'

/** What a waiting call looks at: two with the same question are asked for together. */
export type WaitQuestion = readonly (string | boolean | null)[]

/** How a read waits until its page has items: the serving layer needs no more than the newest number for its question. */
export type Waits<Input = never> = {
  question(input: Input, caller: { id: string }): WaitQuestion
  /** The number of the newest item for each question; 0 where there is none. */
  findNewest(tx: Tx, questions: readonly WaitQuestion[]): Promise<readonly number[]>
}
