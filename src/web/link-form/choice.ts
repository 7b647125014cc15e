/** What a person chose on the form, and what the form is filled in with before. */
import type { Choice } from '../../connections/consent/index.ts'
import type { Parameters } from '../../connections/rules.ts'

/** Agents that were made in this browser. */
export type KnownAgents = readonly { id: string; name: string }[]

const KNOWN = /^known:/

/** Pasted text often ends with a space, and phones start every field with a capital letter. */
export function readChoice(fields: Parameters): Choice {
  const agent = fields.get('agent') ?? ''
  return {
    agent: KNOWN.test(agent) ? 'known' : agent === 'existing' ? 'existing' : 'new',
    known: agent.replace(KNOWN, ''),
    name: fields.get('name')?.trim().toLowerCase() ?? '',
    participation_basis: fields.get('participation_basis') ?? 'owner_directed',
    api_key: fields.get('api_key')?.trim() ?? '',
    write: fields.get('write') === 'yes',
    remember: fields.get('remember') === 'yes',
  }
}

/** What was typed, if the form is shown again; else the newest agent of this browser, or a new agent if it has none. */
export function shownChoice(typed: Choice | undefined, known: KnownAgents, suggestedName: string): Choice {
  const initial: Choice = {
    agent: known[0] ? 'known' : 'new',
    known: known[0]?.id ?? '',
    name: suggestedName,
    participation_basis: 'owner_directed',
    api_key: '',
    write: false,
    remember: true,
  }
  const isUnknownNow = typed?.agent === 'known' && !known.some(({ id }) => id === typed.known)
  return isUnknownNow ? { ...initial, write: typed.write } : (typed ?? initial)
}
