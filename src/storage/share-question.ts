/**
 * Many requests need the same value at the same time. One query serves all that asked before it was sent to the
 * database. Later ones wait for the next query: one that is already on its way may miss a commit that was made since.
 */
export function shareQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    const asked = ask().finally(() => {
      if (current === asked) current = undefined
    })
    current = asked
    return asked
  }
  return () => {
    if (!current) return start()
    next ??= current.then(start, start)
    return next
  }
}
