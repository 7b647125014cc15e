/** Runs work and removes what it made if it fails or if a signal ends the process. */
export async function undoing<T>(undo: () => void, work: () => Promise<T>): Promise<T> {
  const stop = (signal: NodeJS.Signals) => {
    undo()
    process.kill(process.pid, signal) // the handler ran once and is removed, so this signal ends the process as usual
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work()
  } catch (error) {
    undo()
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
