/** Adds up work by what causes it, and stops at the limit: an estimate must not be costly itself. */
export type WorkKind = 'shapes' | 'text' | 'dashes' | 'gradients' | 'effects' | 'filters' | 'rules'

export class TooMuchWork extends Error {}

export class WorkAccount {
  readonly byKind = new Map<WorkKind, number>()
  /** A moving drawing is painted for every frame, so all of its work counts several times. */
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

  /** Work for one frame. */
  add(kind: WorkKind, units: number): void {
    this.addOnce(kind, units * this.frames)
  }

  /** Work that is not done again for the next frame. */
  addOnce(kind: WorkKind, units: number): void {
    const work = Number.isFinite(units) ? units : this.#max
    this.total += work
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + work)
    if (this.total > this.#max) throw new TooMuchWork()
  }

  /** The work that was done since, once more for each of `times`. */
  repeat(kind: WorkKind, since: number, times: number): void {
    this.add(kind, ((this.total - since) * times) / this.frames)
  }
}
