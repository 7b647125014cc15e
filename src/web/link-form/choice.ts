/** Reads the choice that a person made on the form, and finds the values with which the form begins. */
import { isFull } from '../../connections/browsers/rules.ts'
import type { Choice, KnownAgent } from '../../connections/consent/index.ts'
import type { Parameters } from '../../connections/rules.ts'

/** Agents that were made in this browser. */
export type KnownAgents = readonly KnownAgent[]

const KNOWN = /^known:/

function kindOf(agent: string): Choice['agent'] {
  if (KNOWN.test(agent)) return 'known'
  return agent === 'existing' || agent === 'new' ? agent : 'none'
}

/** Pasted text often ends with a space, and phones start every field with a capital letter. */
export function readChoice(fields: Parameters): Choice {
  const agent = fields.get('agent') ?? ''
  return {
    agent: kindOf(agent),
    known: agent.replace(KNOWN, ''),
    name: fields.get('name')?.trim().toLowerCase() ?? '',
    participation_basis: fields.get('participation_basis') ?? 'owner_directed',
    api_key: fields.get('api_key')?.trim() ?? '',
    write: fields.get('write') === 'yes',
    remember: fields.get('remember') === 'yes',
  }
}

/**
 * Returns what was typed if the form is shown again. At first it suggests the agent to which this program has been
 * connected before. Otherwise it suggests nothing, or a new agent if the browser has none.
 */
export function shownChoice(typed: Choice | undefined, known: KnownAgents, suggestedName: string): Choice {
  const met = known.find(({ hasMet }) => hasMet)
  const initial: Choice = {
    agent: met ? 'known' : known.length > 0 ? 'none' : 'new',
    known: met?.id ?? '',
    name: suggestedName,
    participation_basis: 'owner_directed',
    api_key: '',
    write: false,
    remember: !isFull(known),
  }
  const isUnknownNow = typed?.agent === 'known' && !known.some(({ id }) => id === typed.known)
  return isUnknownNow ? { ...initial, write: typed.write } : (typed ?? initial)
}
