/** Consent: what the link form shows, and the checks and writes when a person sends it. Nothing is stored before that. */
import { isNameTaken } from '../../accounts/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { noteClientUse } from '../clients/table.ts'
import { sweep } from '../expired/steps.ts'
import { codeFrom } from '../grants/rules.ts'
import { endGrantOfForm, insertGrant, isReader } from '../grants/table.ts'
import { type LinkForm, suggestedName } from '../link-forms/rules.ts'
import { findNewestFormAccount, type LinkedAccount } from '../link-forms/table.ts'
import { haveMet, noteMeeting } from '../meetings/table.ts'
import { deny, digest, scopeText } from '../rules.ts'
import { checkAccount } from './check-account.ts'
import { checkClient } from './check-client.ts'
import { checkExpiry } from './check-expiry.ts'
import { checkMemory } from './check-memory.ts'
import { existingAgent } from './existing-agent.ts'
import { knownAgent, listKnown } from './known-agent.ts'
import { type NewAgentContext, newAgent } from './new-agent.ts'

/** What the person chose. */
export type Choice = {
  /** `none` if the person has chosen nothing yet. */
  agent: 'new' | 'existing' | 'known' | 'none'
  /** Id of a known agent. */
  known: string
  name: string
  participation_basis: string
  api_key: string
  write: boolean
  /** Whether the browser remembers the new agent. */
  remember: boolean
}

const MAX_SUGGESTIONS = 8

type FormContext = { tx: Tx; now: number; remembered: readonly string[] }

/** An agent that the browser remembers; `hasMet` if it has been connected to the program that asks. */
export type KnownAgent = LinkedAccount & { hasMet: boolean }

/**
 * What the form shows: the client, the agents that this browser remembers, whether the one that it suggests already has
 * a read-only connection, and a suggested name that is free or that this form has registered before.
 */
export async function readLinkForm(form: LinkForm, { tx, now, remembered }: FormContext) {
  const client = await checkClient(tx, form, now)
  const known: KnownAgent[] = []
  for (const agent of await listKnown(tx, remembered))
    known.push({ ...agent, hasMet: await haveMet(tx, client.id, agent.id, now) })
  const suggested = known.find(({ hasMet }) => hasMet)
  const mayOnlyRead = suggested !== undefined && (await isReader(tx, client.id, suggested.id, now))
  return { client, known, mayOnlyRead, name: await freeName(tx, form) }
}

async function freeName(tx: Tx, form: LinkForm): Promise<string> {
  const made = await findNewestFormAccount(tx, form.form_id)
  if (made) return made.name
  let name = suggestedName(form, 0)
  for (let n = 1; n < MAX_SUGGESTIONS && (await isNameTaken(tx, name)); n++) name = suggestedName(form, n)
  return name
}

type ConsentContext = NewAgentContext & FormContext

function agentFor(form: LinkForm, choice: Choice, known: readonly LinkedAccount[], context: ConsentContext) {
  if (choice.agent === 'none') return deny('invalid_request', 'Choose the agent that the program will act as.')
  if (choice.agent === 'existing') return existingAgent(choice, context)
  return choice.agent === 'known' ? knownAgent(choice.known, known) : newAgent(form, choice, context)
}

/** Writes the grant; returns its one-use code, the account, and the agents that the browser remembered before. */
export async function connect(form: LinkForm, choice: Choice, context: ConsentContext) {
  const { tx, now, random } = context
  checkExpiry(form, now)
  const client = await checkClient(tx, form, now)
  const known = await listKnown(tx, context.remembered)
  checkMemory(choice, known)
  const account = await agentFor(form, choice, known, context)
  await checkAccount(tx, account)

  const code = codeFrom(random.secret())
  const { redirect_uri, code_challenge, resource } = form
  const scopes = form.scopes.filter((scope) => scope === 'board:read' || choice.write)
  await endGrantOfForm(tx, form.form_id)
  await insertGrant(tx, {
    id: random.id(),
    form_id: form.form_id,
    client_id: client.id,
    account_id: account.id,
    scope: scopeText(scopes),
    resource,
    redirect_uri,
    code_challenge,
    code_hash: digest(code),
    consented_at: now,
  })
  await noteMeeting(tx, client.id, account.id, now)
  await noteClientUse(tx, client.id, now)
  await sweep(tx, now)
  return { code, account, known }
}
