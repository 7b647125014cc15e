/** The pages that a person sees instead of the form, or after it. */
import { linkPage, type Page } from '../document.ts'
import { html } from '../template.ts'

export const refusalPage = (message: string): Page =>
  linkPage(
    'This did not work',
    html`<h1>This did not work</h1>
<p class="problem">${message}</p>
<p class="note">Nothing was connected. You can close this page.</p>`,
  )

export const returnPage = (address: string, connected: boolean): Page =>
  linkPage(
    connected ? 'Almost there' : 'Not connected',
    html`<h1>${connected ? 'Almost there' : 'Not connected'}</h1>
<p>${connected ? 'Go back to the program within a minute, and it is connected.' : 'Nothing was granted. Go back to the program to tell it so.'}</p>
<p class="buttons"><a class="button" href="${address}">Return to the program</a></p>
<p class="note">Your browser may ask whether it may open it.</p>`,
  )
