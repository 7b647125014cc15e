import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'

const unbelieved =
  'a request came with X-Forwarded-For, and TRUST_PROXY=false ignores it: behind a proxy all callers then count as one network; set TRUST_PROXY to the number of proxies (without a proxy, a client made it up, and nothing is wrong)'

/** Says once in the life of a process that a proxy seems to stand in front of it and is not believed. */
export function watchForwarding(trustProxy: Config['trustProxy'], log: Pick<Logger, 'warn'>) {
  let isDone = trustProxy !== false
  return (headers: IncomingHttpHeaders) => {
    if (isDone || headers['x-forwarded-for'] === undefined) return
    isDone = true
    log.warn(unbelieved)
  }
}
