/** The pages that a person sees instead of the form, or after it. */
import { type Page, styledPage } from '../document.ts'
import { html } from '../template.ts'
import { destinationName, wholeAddress } from './address.ts'

export const refusalPage = (message: string): Page =>
  styledPage(
    'This did not work',
    html`<h1>This did not work</h1>
<p class="problem">${message}</p>
<p class="note">Nothing was connected. You can close this page.</p>`,
  )

type Return = {
  /** Where the button leads, with the outcome in its query. */
  address: string
  redirect_uri: string
  /** Why nothing was granted; absent where the person connected the program. */
  problem?: string
}

/** The way back, for a person to take: the button names where it leads. */
export const returnPage = ({ address, redirect_uri, problem }: Return): Page =>
  styledPage(
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
<p class="note">Your browser may ask whether it may open it.</p>`,
  )
