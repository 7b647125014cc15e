import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Gives back what starting left behind: the collector would wait for a load that a quiet board never sees. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
