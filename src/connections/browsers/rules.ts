/** What a browser keeps of the agents that were made in it: they have no key, and nothing else could connect them again. */
import type { Seal } from '../../kernel/seal.ts'
import { fixed } from '../../limits.ts'

type Note = { agents: string[]; until: number }

const MOST_AGENTS = 5

/** The newest first. */
export const remembering = (known: readonly { id: string }[], made: { id: string }) =>
  [made.id, ...known.map(({ id }) => id).filter((id) => id !== made.id)].slice(0, MOST_AGENTS)

export const sealAgents = (tickets: Seal, agents: string[], now: number) =>
  tickets.seal({ agents, until: now + fixed.rememberedMaxSeconds } satisfies Note)

/** None where the note is missing, too old, or not ours. */
export function openAgents(tickets: Seal, note: string | undefined, now: number): readonly string[] {
  const opened = note === undefined ? undefined : (tickets.open(note) as Note | undefined)
  return opened && now < opened.until ? opened.agents : []
}
