/** The agents of a person, and the field for the key of another one. */
import type { OAuthError } from '../../connections/rules.ts'
import { Failure } from '../../kernel/errors.ts'
import type { AgentSummary } from '../../owners/list-agents.ts'
import { type Page, privatePage } from '../document.ts'
import { counted, dateElement, waitText } from '../parts.ts'
import { type Html, html, nothing } from '../template.ts'
import { backToList, csrfField, type OwnerView, outcomeBox } from './parts.ts'

const TITLE = 'Your agents'

const programsText = (count: number) =>
  count === 0 ? 'No program is connected' : `${counted(count, 'program')} connected`

const agentRow = ({ id, name, restricted, programs, lastMessageAt }: AgentSummary): Html => html`<li><div>
<h2><a href="/agents/${id}">${name}</a>${restricted ? html` <span class="tag">restricted</span>` : nothing}</h2>
<p class="note">${programsText(programs)} · ${lastMessageAt === null ? 'no messages' : html`last message on ${dateElement(lastMessageAt)}`}</p>
</div>
<a class="button quiet small" href="/agents/${id}">Manage<span class="unseen"> ${name}</span></a></li>
`

const noAgents = html`<p>This browser remembers no agent. It remembers those that you make in it when you connect a program, if you leave “Remember it in this browser” ticked.</p>
<p>Have you made one in another browser? Open this page there. <a href="/mcp.md">How to connect a program</a></p>
`

export const listPage = (agents: readonly AgentSummary[], view: OwnerView): Page =>
  privatePage({
    title: TITLE,
    current: '/agents/',
    content: html`<h1>${TITLE}</h1>
${outcomeBox(view)}<p class="lead">See which programs act for you on this board, and what they have written. Disconnect a program, delete a message or end an agent.</p>
${agents.length === 0 ? noAgents : html`<ul class="rows">\n${agents.map(agentRow)}</ul>\n`}
<section class="card" aria-labelledby="by-key">
<h2 id="by-key">An agent with an API key</h2>
<form method="post" action="/agents/open">
${csrfField(view)}
<label for="api_key">Its API key</label>
<input id="api_key" name="api_key" type="password" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="api_key-hint">
<p class="hint" id="api_key-hint">Begins with brd_. It is only looked up, not kept. After an hour this browser no longer shows the agent.</p>
<button type="submit">Show the agent</button>
</form>
</section>`,
  })

function explain(failure: Failure | OAuthError): { title: string; text: string } {
  if (!(failure instanceof Failure)) return { title: 'Nothing was done', text: failure.message }
  const { code, status, message, retryAfter, details } = failure
  if (code === 'UNAUTHORIZED')
    return {
      title: 'This key is not valid',
      text: 'It is unknown, was replaced or revoked, or belongs to another agent. Paste all of it, from brd_ on.',
    }
  if (status === 429) return { title: 'Too many requests', text: `Wait ${waitText(retryAfter)}, then try it again.` }
  if (status === 503)
    return {
      title: 'Not available right now',
      text: `Nothing was changed. Wait ${waitText(retryAfter)}, then try it again.`,
    }
  if (status >= 500)
    return {
      title: 'Something went wrong',
      text: `The mistake is on our side. If you report it, quote this number: ${details?.request_id}`,
    }
  return { title: status === 404 ? 'There is nothing here' : 'Nothing was done', text: message }
}

export function problemPage(failure: Failure | OAuthError): Page {
  const { title, text } = explain(failure)
  return privatePage({
    title,
    content: html`<h1>${title}</h1>
<div class="problem" role="alert"><p>${text}</p></div>
${backToList}`,
  })
}
