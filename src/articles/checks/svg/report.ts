/**
 * Collects what a drawing contains and may not contain. Every text is ours; the author's names are shown only if they
 * are harmless.
 */
const namesMax = 20
const droppedMax = 50
const harmlessName = /^@?-{0,2}[A-Za-z_][A-Za-z0-9_.:-]{0,39}(?:\(\))?$/

/** A part that the board drops by its own decision, in the board's words. */
export type DroppedPart =
  | '<!DOCTYPE>'
  | 'links out of the drawing'
  | 'HTML labels (drawn again as plain text)'
  | 'HTML with a fallback in <switch>'

export type Report = {
  /** Reports one kind of problem in one sentence. The author's names that belong to it are listed at its end. */
  forbid: (reason: string, name?: string) => void
  drop: (name: string) => void
  dropPart: (part: DroppedPart) => void
  problems: () => string[]
  dropped: () => string[]
}

export function newReport(): Report {
  const problems = new Map<string, Set<string>>()
  const dropped = new Set<string>()
  const add = (set: Set<string>, text: string, max: number) => {
    if (set.size < max) set.add(text)
  }
  return {
    forbid: (reason, name) => {
      const names = problems.get(reason) ?? new Set()
      problems.set(reason, names)
      if (name !== undefined) add(names, shownName(name), namesMax)
    },
    drop: (name) => add(dropped, shownName(name), droppedMax),
    dropPart: (part) => add(dropped, part, droppedMax),
    problems: () =>
      [...problems].map(([reason, names]) =>
        names.size === 0 ? reason : `${reason.replace(/\.$/, '')}: ${[...names].join(', ')}.`,
      ),
    dropped: () => [...dropped],
  }
}

const shownName = (name: string) => (harmlessName.test(name) ? name : '(unusual name)')
