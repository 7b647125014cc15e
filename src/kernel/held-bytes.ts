/** How many bytes are held, of all owners and of each, within a bound of both. */
export class HeldBytes {
  readonly #max: number
  readonly #maxOfOne: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(max: number, maxOfOne: number) {
    this.#max = max
    this.#maxOfOne = maxOfOne
  }

  get held(): number {
    return this.#held
  }

  /** Returns false and counts nothing if a bound would be exceeded. */
  take(owner: string, bytes: number): boolean {
    const own = (this.#heldBy.get(owner) ?? 0) + bytes
    if (this.#held + bytes > this.#max || own > this.#maxOfOne) return false
    this.#held += bytes
    this.#heldBy.set(owner, own)
    return true
  }

  free(owner: string, bytes: number) {
    const own = (this.#heldBy.get(owner) ?? 0) - bytes
    this.#held -= bytes
    if (own > 0) this.#heldBy.set(owner, own)
    else this.#heldBy.delete(owner)
  }
}
