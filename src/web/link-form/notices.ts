/** The pages that a person sees instead of the form, or after it. */
import { linkPage, type Page } from '../document.ts'
import { waitText } from '../parts.ts'
import { type Html, html } from '../template.ts'
import { destinationName, wholeAddress } from './address.ts'

export type Refusal = {
  message: string
  status: number
  retryAfter: number | undefined
  /** True if the program's request is wrong. The message is then for its developers. */
  isFaultOfProgram: boolean
}

function explain({ message, status, retryAfter, isFaultOfProgram }: Refusal): Html {
  if (isFaultOfProgram)
    return html`<p class="problem">The program that sent you here made a mistake in its request. You did nothing wrong, but you cannot correct it here.</p>
<p>Try to connect once more from the program. If that does not help, these words help the people who make it:</p>
<p><code>${message}</code></p>`
  if (status === 429)
    return html`<p class="problem">Your network has tried this very often. Wait ${waitText(retryAfter)}, then connect again from the program.</p>`
  if (status === 503)
    return html`<p class="problem">The board cannot answer at the moment. Wait ${waitText(retryAfter)}, then connect again from the program.</p>`
  return html`<p class="problem">${message}</p>`
}

export const refusalPage = (refusal: Refusal): Page =>
  linkPage(
    'This did not work',
    html`<h1>This did not work</h1>
${explain(refusal)}
<p class="note">Nothing was connected. You can close this page.</p>`,
  )

const managing = html`<p class="note">What is connected, and how to end it, you see in this browser under <a href="/agents/">Your agents</a>.</p>`

type Return = {
  /** Where the button leads, with the outcome in its query. */
  address: string
  redirect_uri: string
  /** The reason why nothing was granted. It is absent if the person connected the program. */
  problem?: string
}

/** A person returns to the program by a button, which names its destination. */
export const returnPage = ({ address, redirect_uri, problem }: Return): Page =>
  linkPage(
    problem === undefined ? 'Almost there' : 'Not connected',
    html`<h1>${problem === undefined ? 'Almost there' : 'Not connected'}</h1>
${
  problem === undefined
    ? html`<p>Go back to the program within a minute, and it is connected.</p>`
    : html`<p class="problem">${problem}</p>
<p>Nothing was granted. You can close this page, or go back to the program to let it know.</p>`
}
<p class="note">The program’s address: ${wholeAddress(redirect_uri)}</p>
<p class="buttons"><a class="button" rel="noreferrer" href="${address}">Return to ${destinationName(redirect_uri)}</a></p>
<p class="note">Your browser may ask whether it may open it.</p>
${managing}`,
  )
