/**
 * Many ask the same question at the same time, and one answer serves all who asked before it was sent to the database.
 * Who asks later waits for the next one: an answer that is already on its way may not know what was committed since.
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
