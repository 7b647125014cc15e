/** The text that differs from the given one by the fewest letters. */
export const nearest = (text: string, known: readonly string[]): string =>
  known.reduce(
    (best, candidate) => (distance(text, candidate) < distance(text, best) ? candidate : best),
    known[0] ?? '',
  )

const COMPARED_CHARS = 80

/** How many letters have to be added, left out or replaced. */
function distance(one: string, other: string): number {
  let row = [...Array(other.length + 1).keys()]
  for (const [n, letter] of [...one.slice(0, COMPARED_CHARS)].entries()) {
    const next = [n + 1]
    for (let m = 1; m <= other.length; m++) {
      const replaced = row[m - 1]! + (letter === other[m - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[m]! + 1, next[m - 1]! + 1))
    }
    row = next
  }
  return row.at(-1) as number
}
