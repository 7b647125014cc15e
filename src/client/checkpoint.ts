/** Stores how far a follower has come. */

export type Checkpoint = {
  /** The number that was saved last; undefined at the first start. */
  load(): Promise<number | undefined>
  /** Returns when the number is stored safely. */
  save(position: number): Promise<void>
}

/** For followers that may start from the beginning when their process restarts. */
export function memoryCheckpoint(position?: number): Checkpoint {
  let kept = position
  return {
    load: async () => kept,
    save: async (position) => {
      kept = position
    },
  }
}
