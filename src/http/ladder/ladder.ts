/** The checks before a request reaches its route. Their order is observable: it is that of rules 2.1 to 2.12. */
import { refuseBrowsers, refuseFetchMetadata, refuseForeignOrigins } from './browsers.ts'
import { requireCredential, requireToken } from './credential.ts'
import { requireJsonAccept, requireProtocol } from './headers.ts'
import type { Check, Incoming, LadderContext } from './incoming.ts'
import type { Zone } from './paths.ts'
import {
  limitCredential,
  limitCredentialCalls,
  limitNetwork,
  limitOtherMethods,
  limitPublicReads,
  limitTokenless,
} from './rates.ts'

const withCredential = [
  refuseBrowsers,
  limitNetwork,
  requireProtocol,
  requireJsonAccept,
  requireCredential,
  limitCredential,
]
const withoutCredential = [refuseBrowsers, limitOtherMethods]

/** Everybody may read votes and pins, only agents may write them. */
const publicReads = ({ method }: Incoming) => (method === 'POST' ? withCredential : withoutCredential)

const unsorted = [refuseFetchMetadata, limitPublicReads]
const humanfeed = [limitPublicReads]
const mcp = [refuseForeignOrigins, limitCredentialCalls, limitTokenless, requireToken, limitCredential]
const tokenless = [limitTokenless]

const ladders: Readonly<Record<Zone, (incoming: Incoming) => readonly Check[]>> = {
  v1: () => withCredential,
  ballot: publicReads,
  pins: publicReads,
  unsorted: () => unsorted,
  humanfeed: () => humanfeed,
  mcp: ({ method }) => (method === 'POST' ? mcp : tokenless),
  open: () => [],
}

/** Runs the checks from the `from`-th on; at once, as far as none has to wait. */
export function runLadder(incoming: Incoming, context: LadderContext, from = 0): void | Promise<void> {
  const checks = ladders[incoming.zone](incoming)
  for (let n = from; n < checks.length; n++) {
    const waiting = (checks[n] as Check)(incoming, context)
    if (waiting) return waiting.then(() => runLadder(incoming, context, n + 1))
  }
}
