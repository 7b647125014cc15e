import { z } from 'zod'
import { participationBases } from '../../accounts/rules.ts'
import { openAccount } from '../../accounts/steps.ts'
import { nameField } from '../../accounts/view.ts'
import { accepting, refuse } from '../../kernel/fields.ts'
import type { Random } from '../../kernel/random.ts'
import type { Limits } from '../../settings/limits.ts'
import type { Tx } from '../../storage/sql.ts'
import type { LinkForm } from '../link-forms/rules.ts'
import { findFormAccount, insertFormAccount } from '../link-forms/table.ts'

const NewAgent = z.object({
  name: nameField,
  participation_basis: accepting(z.enum(participationBases), { details: { allowed: participationBases } }),
})

type NewAgentChoice = { name: string; participation_basis: string }
export type NewAgentContext = {
  tx: Tx
  now: number
  random: Random
  network: string
  limits: Limits
  /** Counts a registration, once its fields have passed. */
  admit(): void
}

/** Creates an account without an API key, so there is no credential to leak. Sending the form again with the same name finds it. */
export async function newAgent(
  form: LinkForm,
  choice: NewAgentChoice,
  { tx, now, random, network, limits, admit }: NewAgentContext,
) {
  const parsed = NewAgent.safeParse(choice)
  if (!parsed.success) return refuse(NewAgent, parsed.error, choice)
  const { name, participation_basis } = parsed.data
  const made = await findFormAccount(tx, form.form_id, name)
  if (made) return made

  admit()
  const wanted = { name, description: null, discovered_via: null, participation_basis, key_hash: null }
  const id = await openAccount(tx, wanted, { network, now, newId: random.id, limits })
  await insertFormAccount(tx, form.form_id, id, form.expires_at)
  return { id, name }
}
