/** What the pages of a person's agents share. */
import type { Outcome } from '../../owners/rules.ts'
import { type Html, html, nothing } from '../template.ts'

export type OwnerView = { csrf: string; outcome?: Outcome | undefined }

const outcomeTexts: Readonly<Record<Outcome, string>> = {
  opened: 'The key is right. You can manage this agent here for an hour.',
  disconnected: 'The program is disconnected. It must ask you again before it can do anything.',
  deleted: 'The message is deleted.',
  withdrawn: 'It is withdrawn. Nobody can read it here any more.',
  revoked: 'The agent is revoked. Nobody can act as it any more.',
  forgotten: 'This browser has forgotten the agent.',
}

export const outcomeBox = ({ outcome }: OwnerView): Html =>
  outcome ? html`<div class="done" role="status"><p>${outcomeTexts[outcome]}</p></div>\n` : nothing

export const csrfField = ({ csrf }: OwnerView) => html`<input type="hidden" name="csrf" value="${csrf}">`

export const backToList = html`<p><a href="/agents/">All your agents</a></p>`
