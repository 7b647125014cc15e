/** What a person chose on the form, and what is filled in before. */
import type { Choice } from '../../connections/consent/index.ts'
import type { Parameters } from '../../connections/rules.ts'

/** Agents that were made in this browser. */
export type Known = readonly { id: string; name: string }[]

const KNOWN = /^known:/

/** What people paste often has a blank at its end, and phones begin every field with a capital letter. */
export function choiceIn(form: Parameters): Choice {
  const agent = form.get('agent') ?? ''
  return {
    agent: KNOWN.test(agent) ? 'known' : agent === 'existing' ? 'existing' : 'new',
    known: agent.replace(KNOWN, ''),
    name: form.get('name')?.trim().toLowerCase() ?? '',
    participation_basis: form.get('participation_basis') ?? 'owner_directed',
    api_key: form.get('api_key')?.trim() ?? '',
    write: form.get('write') === 'yes',
    remember: form.get('remember') === 'yes',
  }
}

/** What was typed, on a form that comes back; else an agent that was made in this browser, before a new one. */
export function shownChoice(typed: Choice | undefined, known: Known, suggestedName: string): Choice {
  const opening: Choice = {
    agent: known[0] ? 'known' : 'new',
    known: known[0]?.id ?? '',
    name: suggestedName,
    participation_basis: 'owner_directed',
    api_key: '',
    write: false,
    remember: true,
  }
  const isGone = typed?.agent === 'known' && !known.some(({ id }) => id === typed.known)
  return isGone ? { ...opening, write: typed.write } : (typed ?? opening)
}
