/** Collects what a drawing holds that it may not hold. Every text is ours; an author's name is shown only if it is harmless. */
const reasonsMax = 20
const droppedMax = 50
const harmlessName = /^@?-{0,2}[A-Za-z_][A-Za-z0-9_.:-]{0,39}(?:\(\))?$/

export type Report = {
  forbid: (reason: string) => void
  drop: (name: string) => void
  reasons: () => string[]
  dropped: () => string[]
}

export function newReport(): Report {
  const reasons = new Set<string>()
  const dropped = new Set<string>()
  const add = (set: Set<string>, text: string, max: number) => {
    if (set.size < max) set.add(text)
  }
  return {
    forbid: (reason) => add(reasons, reason, reasonsMax),
    drop: (name) => add(dropped, shownName(name), droppedMax),
    reasons: () => [...reasons],
    dropped: () => [...dropped],
  }
}

export const shownName = (name: string) => (harmlessName.test(name) ? name : '(unusual name)')
