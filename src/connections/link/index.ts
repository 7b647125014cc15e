/** The link form: what it shows, and what sending it does. Nothing is stored before that. */
import { isNameTaken } from '../../accounts/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { noteClientUse } from '../clients/table.ts'
import { secretFor } from '../grants/rules.ts'
import { insertGrant, isReader } from '../grants/table.ts'
import { type Link, suggestedName } from '../links/rules.ts'
import { findAnyLinked, type LinkedAccount } from '../links/table.ts'
import { digest, scopeText } from '../rules.ts'
import { sweep } from '../steps.ts'
import { checkAccount } from './check-account.ts'
import { checkClient } from './check-client.ts'
import { checkExpiry } from './check-expiry.ts'
import { existingAgent } from './existing-agent.ts'
import { knownAgent, listKnown } from './known-agent.ts'
import { newAgent, type Opening } from './new-agent.ts'

/** What a person chose. */
export type Choice = {
  agent: 'new' | 'existing' | 'known'
  /** Id of a known one. */
  known: string
  name: string
  participation_basis: string
  api_key: string
  write: boolean
  /** Whether the browser is to remember a new one. */
  remember: boolean
}

const MAX_SUGGESTIONS = 8

type Looking = { tx: Tx; now: number; remembered: readonly string[] }

/**
 * Who asks, the agents that can be connected again, whether the one that is offered first is connected already and
 * may only read, and a name that is free or that this form has taken before.
 */
export async function showLink(link: Link, { tx, now, remembered }: Looking) {
  const client = await checkClient(tx, link, now)
  const known = await listKnown(tx, remembered)
  const [newest] = known
  const mayOnlyRead = newest !== undefined && (await isReader(tx, client.id, newest.id, now))
  return { client, known, mayOnlyRead, name: await freeName(tx, link) }
}

async function freeName(tx: Tx, link: Link): Promise<string> {
  const made = await findAnyLinked(tx, link.form_id)
  if (made) return made.name
  let name = suggestedName(link, 0)
  for (let n = 1; n < MAX_SUGGESTIONS && (await isNameTaken(tx, name)); n++) name = suggestedName(link, n)
  return name
}

type Desk = Opening & Looking

function agentFor(link: Link, choice: Choice, known: readonly LinkedAccount[], desk: Desk) {
  if (choice.agent === 'existing') return existingAgent(choice, desk)
  return choice.agent === 'known' ? knownAgent(choice.known, known) : newAgent(link, choice, desk)
}

/** Consent: the grant, the one-use code that the client will redeem, and what the browser knew before. */
export async function connect(link: Link, choice: Choice, desk: Desk) {
  const { tx, now, random } = desk
  checkExpiry(link, now)
  const client = await checkClient(tx, link, now)
  const known = await listKnown(tx, desk.remembered)
  const account = await agentFor(link, choice, known, desk)
  await checkAccount(tx, account)

  const code = secretFor('code', random.secret())
  const { redirect_uri, code_challenge, resource } = link
  const scopes = link.scopes.filter((scope) => scope === 'board:read' || choice.write)
  await insertGrant(tx, {
    id: random.id(),
    client_id: client.id,
    account_id: account.id,
    scope: scopeText(scopes),
    resource,
    redirect_uri,
    code_challenge,
    code_hash: digest(code),
    consented_at: now,
  })
  await noteClientUse(tx, client.id, now)
  await sweep(tx, now)
  return { code, account, known }
}
