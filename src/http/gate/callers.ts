/** Whom a credential names: read from the database, or remembered for as long as nothing has changed. */
import { hash } from 'node:crypto'
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { identifyByKey } from '../../accounts/steps.ts'
import { identifyByToken } from '../../connections/steps.ts'
import { type CurrentCache, cacheKey, stateOf } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Agent, Site } from '../../kernel/operation.ts'
import { type MaybePromise, whenReady } from '../../kernel/when-ready.ts'
import type { Database, Tx } from '../../storage/sql.ts'

export type CallerContext = { db: Database; clock: Clock; site: Site; currentCache: CurrentCache }

/** What a caller costs in memory, roughly. */
const AGENT_BYTES = 400

/** What a caller is remembered by: never the credential itself. */
const keyOf = (bearer: string) => cacheKey('caller', { credential: hash('sha256', bearer, 'base64') })

/** `onLookup` is called before the database is asked. */
export function findCaller(
  { db, clock, site, currentCache }: CallerContext,
  { bearer, network }: { bearer: string; network: string },
  onLookup: () => void,
): MaybePromise<Agent> {
  const isKey = looksLikeApiKey(bearer)
  const identify = (tx: Tx) =>
    isKey
      ? identifyByKey(tx, { network }, bearer)
      : identifyByToken(tx, { network }, bearer, { now: clock.now(), site })
  // Read before the caller is: what is found then is as new, or newer.
  return whenReady(db.version(), (version) => {
    const key = keyOf(bearer)
    const state = isKey ? version : stateOf(version, clock.now()) // a token also ends by time alone
    const known = currentCache.get<Agent>(key, state)
    if (known) return known.network === network ? known : { ...known, network }
    onLookup()
    return db.read('identify', identify, { isOneStatement: true }).then((agent) => {
      currentCache.set(key, state, agent, AGENT_BYTES)
      return agent
    })
  })
}
