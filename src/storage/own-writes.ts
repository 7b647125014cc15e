/** What the commits of this process have changed: a value that was read from other tables or columns can be kept. */
import type { Sources } from './sql.ts'

export class OwnWrites {
  /** How many commits may have changed something in these sources. */
  readonly #counts = new Map<Sources, number>()

  countOf(sources: Sources): number {
    const known = this.#counts.get(sources)
    if (known === undefined) this.#counts.set(sources, 0)
    return known ?? 0
  }

  /** Statements whose effect is visible to reads from now on. */
  add(statements: readonly string[]) {
    for (const [sources, count] of this.#counts)
      if (statements.some((text) => mayChange(text, sources))) this.#counts.set(sources, count + 1)
  }
}

/** An UPDATE cannot change a column that it does not name. */
const mayChange = (text: string, sources: Sources) =>
  Object.entries(sources).some(([table, columns]) => {
    if (new RegExp(`\\b(INTO|DELETE FROM)\\s+${table}\\b`, 'i').test(text)) return true
    if (!new RegExp(`\\bUPDATE\\s+${table}\\b`, 'i').test(text)) return false
    return columns === 'all' || columns.some((column) => new RegExp(`\\b${column}\\b`, 'i').test(text))
  })
