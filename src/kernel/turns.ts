/** A queue in which owners take turns, so that an owner with many entries does not delay the others. */
export class Turns<T> {
  /** The entries of each owner; the owners stand in the order of their turns. */
  readonly #waiting = new Map<string, T[]>()

  push(owner: string, item: T) {
    const own = this.#waiting.get(owner)
    if (own) own.push(item)
    else this.#waiting.set(owner, [item])
  }

  /** The oldest entry of the owner whose turn it is. */
  shift(): T | undefined {
    for (const [owner, own] of this.#waiting) {
      const item = own.shift()
      this.#waiting.delete(owner)
      if (own.length > 0) this.#waiting.set(owner, own) // behind all others
      return item
    }
    return undefined
  }
}
