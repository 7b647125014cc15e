/** Adds up work by its cause, and stops at the limit, because an estimate must not be costly itself. */
export type WorkKind = 'shapes' | 'text' | 'dashes' | 'gradients' | 'effects' | 'filters' | 'rules'

export class TooMuchWork extends Error {}

export class WorkAccount {
  readonly byKind = new Map<WorkKind, number>()
  /** A moving drawing is painted for every frame, so its work counts once for each frame. */
  isMoving = false
  total = 0
  readonly #max: number
  readonly #framesOfMotion: number

  constructor(max: number, frames = 10) {
    this.#max = max
    this.#framesOfMotion = frames
  }

  get frames(): number {
    return this.isMoving ? this.#framesOfMotion : 1
  }

  /** Adds work that every frame repeats. */
  add(kind: WorkKind, units: number): void {
    this.addOnce(kind, units * this.frames)
  }

  /** Adds work that is done once for all frames. */
  addOnce(kind: WorkKind, units: number): void {
    const work = Number.isFinite(units) ? units : this.#max
    this.total += work
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + work)
    if (this.total > this.#max) throw new TooMuchWork()
  }

  /** Adds the work that was done since the total `since` another `times` times. */
  repeat(kind: WorkKind, since: number, times: number): void {
    this.add(kind, ((this.total - since) * times) / this.frames)
  }
}
