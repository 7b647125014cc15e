/** Whom a credential names: read from the database, or remembered for as long as nothing has changed. */
import { hash } from 'node:crypto'
import { looksLikeApiKey } from '../../accounts/rules.ts'
import { identifyByKey } from '../../accounts/steps.ts'
import { identifyByToken } from '../../connections/steps.ts'
import { type CurrentCache, cacheKey, versionIn } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Agent, Site } from '../../kernel/operation.ts'
import type { MaybePromise } from '../../kernel/when-ready.ts'
import type { Database, Tx } from '../../storage/sql.ts'

export type CallerContext = { db: Database; clock: Clock; site: Site; currentCache: CurrentCache }

/** What a caller costs in memory, roughly. */
const AGENT_BYTES = 400

/** What a caller is remembered by: never the credential itself. Tokens end by time alone, keys only by a commit. */
export type Credential = { key: string; endsByTime: boolean }

export const credentialOf = (bearer: string): Credential => ({
  key: cacheKey('caller', { credential: hash('sha256', bearer, 'base64') }),
  endsByTime: !looksLikeApiKey(bearer),
})

const validIn = ({ endsByTime }: Credential, state: string) => (endsByTime ? state : versionIn(state))

type From = { network: string; state: string }

/** Whom a credential names in this state of the board, if that has been asked before. */
export function knownCaller(cache: CurrentCache, credential: Credential, { network, state }: From): Agent | undefined {
  const known = cache.get<Agent>(credential.key, validIn(credential, state))
  return known === undefined || known.network === network ? known : { ...known, network }
}

/** `onLookup` is called before the database is asked. */
export function findCaller(
  { db, clock, site, currentCache }: CallerContext,
  { bearer, network, state }: From & { bearer: string },
  onLookup: () => void,
): MaybePromise<Agent> {
  const credential = credentialOf(bearer)
  const known = knownCaller(currentCache, credential, { network, state })
  if (known) return known
  onLookup()
  const identify = (tx: Tx) =>
    looksLikeApiKey(bearer)
      ? identifyByKey(tx, { network }, bearer)
      : identifyByToken(tx, { network }, bearer, { now: clock.now(), site })
  return db.read('identify', identify, { isOneStatement: true }).then((agent) => {
    currentCache.set(credential.key, validIn(credential, state), agent, AGENT_BYTES)
    return agent
  })
}
