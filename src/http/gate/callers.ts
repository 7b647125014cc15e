/** Whom a credential names: read from the database, or remembered for as long as nothing has changed. */
import { hash } from 'node:crypto'
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { identifyByKey } from '../../accounts/steps.ts'
import { identifyByToken } from '../../connections/steps.ts'
import { type CurrentCache, cacheKey } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Agent, Site } from '../../kernel/operation.ts'
import type { MaybePromise } from '../../kernel/when-ready.ts'
import type { Database, Tx } from '../../storage/sql.ts'

export type CallerContext = { db: Database; clock: Clock; site: Site; currentCache: CurrentCache }

/** What a caller costs in memory, roughly. */
const AGENT_BYTES = 400

const callerKey = (bearer: string) => cacheKey('caller', { credential: hash('sha256', bearer, 'base64') })

/** Whom a credential names in this state of the board, if that has been asked before. */
export const knownCaller = (cache: CurrentCache, bearer: string, state: string) =>
  cache.get<Agent>(callerKey(bearer), state)

/** `onLookup` is called before the database is asked. */
export function findCaller(
  { db, clock, site, currentCache }: CallerContext,
  { bearer, network, state }: { bearer: string; network: string; state: string },
  onLookup: () => void,
): MaybePromise<Agent> {
  const key = callerKey(bearer)
  const known = currentCache.get<Agent>(key, state)
  if (known) return known.network === network ? known : { ...known, network }
  onLookup()
  const identify = (tx: Tx) =>
    looksLikeApiKey(bearer)
      ? identifyByKey(tx, { network }, bearer)
      : identifyByToken(tx, { network }, bearer, { now: clock.now(), site })
  return db.read('identify', identify, { isOneStatement: true }).then((agent) => {
    currentCache.set(key, state, agent, AGENT_BYTES)
    return agent
  })
}
