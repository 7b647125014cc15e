/** Where a follower keeps how far it has come. */

export type Checkpoint = {
  /** The number that was saved last; undefined at the first start. */
  load(): Promise<number | undefined>
  /** Returns when the number cannot be lost any more. */
  save(position: number): Promise<void>
}

/** For followers that may begin anew with their process. */
export function memoryCheckpoint(position?: number): Checkpoint {
  let kept = position
  return {
    load: async () => kept,
    save: async (position) => {
      kept = position
    },
  }
}
