/** The proxy in front of this process, as far as it can be seen from here. */
import { isRecord } from '../../kernel/json.ts'
import { codeOf } from '../../kernel/thrown.ts'
import { type Config, isLoopback } from '../../settings/config.ts'
import { type Finding, findingsAbout } from './finding.ts'

const ANSWER_MAX_MS = 5_000

const say = findingsAbout('proxy')

export async function examineProxy(config: Config): Promise<Finding[]> {
  return [...examineTrust(config), await askPublicAddress(config)]
}

function examineTrust({ baseUrl, host, trustProxy }: Config): Finding[] {
  if (baseUrl.startsWith('https:') && trustProxy === false)
    return [
      say.warning(
        'BASE_URL is https, so a proxy takes the connections, but TRUST_PROXY=false: all callers count as one network and share its limits; set TRUST_PROXY to the number of proxies',
      ),
    ]
  if (typeof trustProxy === 'number' && !isLoopback(host))
    return [
      say.warning(
        `TRUST_PROXY=${trustProxy} believes whoever reaches HOST=${host} directly: let only the proxy reach that port, or name its address in TRUST_PROXY`,
      ),
    ]
  return [
    say.ok(trustProxy === false ? 'no proxy is expected' : 'the forwarded address is believed where it should be'),
  ]
}

/** Every board shows its own `BASE_URL` at its address. */
async function askPublicAddress({ baseUrl }: Config): Promise<Finding> {
  const url = `${baseUrl}/.well-known/board.json`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MAX_MS), redirect: 'manual' })
    const description: unknown = await answer.json().catch(() => undefined)
    if (isRecord(description) && description.base_url === baseUrl) return say.ok(`a board answers at ${baseUrl}`)
    return say.problem(
      `${url} is answered with ${answer.status}, and not by a board with this BASE_URL: check where the proxy leads, and what the service was started with`,
    )
  } catch (error) {
    const { cause, name } = error instanceof Error ? error : new Error(String(error))
    const why = codeOf(cause) ?? name
    return say.warning(
      `nothing answers at ${baseUrl} (${why}): the service does not run, or cannot be reached from here`,
    )
  }
}
