/** The cookie by which a browser remembers the agents that were created in it: they have no key, so nothing else could connect them again. */
import type { Seal } from '../../kernel/seal.ts'
import { fixed } from '../../settings/limits.ts'
import { tuning } from '../../settings/tuning.ts'

type RememberedAgents = { agents: string[]; until: number }

export const isFull = (known: readonly unknown[]) => known.length >= fixed.rememberedAgentsMax

/** The ids to remember, newest first. */
export const addRemembered = (known: readonly { id: string }[], made: { id: string }) => [
  made.id,
  ...known.map(({ id }) => id).filter((id) => id !== made.id),
]

export const sealAgents = (seal: Seal, agents: string[], now: number) =>
  seal.seal({ agents, until: now + tuning.rememberedMaxSeconds } satisfies RememberedAgents)

/** Empty where the cookie is missing, expired, or was not sealed by this board. */
export function openAgents(seal: Seal, cookie: string | undefined, now: number): readonly string[] {
  const opened = cookie === undefined ? undefined : seal.open<RememberedAgents>(cookie)
  return opened && now < opened.until ? opened.agents : []
}
