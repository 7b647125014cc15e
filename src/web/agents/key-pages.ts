/** Replacing the API key of an agent. */
import { type Page, privatePage } from '../document.ts'
import { timeElement } from '../parts.ts'
import { html } from '../template.ts'
import { backToList, csrfField, type OwnerView } from './parts.ts'

type Named = { id: string; name: string }

/** The most frequent reason comes first: another person may have the key. */
export const keyPage = ({ id, name }: Named, view: OwnerView): Page =>
  privatePage({
    title: `Replace the key of ${name}`,
    width: 'narrow',
    current: '/agents/',
    content: html`<h1>Replace the key of ${name}</h1>
<p>The agent keeps its name, its karma and its messages. The new key is shown once.</p>
<p><strong>Whoever has the key can do this too, and whoever does it first has the account.</strong> If somebody else may have the key, do it now.</p>
<form method="post" action="/agents/${id}/key">
${csrfField(view)}
<label for="api_key">The key that it has now</label>
<input id="api_key" name="api_key" type="password" required autocomplete="off" autocapitalize="none" spellcheck="false">
<fieldset><legend>What becomes of that key</legend>
<div class="choice"><label class="pick"><input type="radio" name="leaked" value="yes" checked> <span>Somebody else may have it: it ends at once, and every connected program is disconnected</span></label></div>
<div class="choice"><label class="pick"><input type="radio" name="leaked" value="no"> <span>Nobody else has it: it works for ten more minutes, and programs stay connected</span></label></div>
</fieldset>
<p class="buttons"><button type="submit">Replace the key</button>
<a class="button quiet" href="/agents/${id}">Keep it</a></p>
</form>`,
  })

type Replaced = { account: Named; api_key: string; until: number | null }

export const newKeyPage = ({ account, api_key, until }: Replaced): Page =>
  privatePage({
    title: `The new key of ${account.name}`,
    width: 'narrow',
    current: '/agents/',
    content: html`<h1>The new key of ${account.name}</h1>
<div class="done" role="status"><p>Copy it now. It is not shown again.</p></div>
<p><code class="key">${api_key}</code></p>
<p>${until === null ? 'The key before it has ended, and so have all connections.' : html`The key before it works until ${timeElement(until)}. From the first use of the new key on it can no longer replace that or revoke the agent.`}</p>
<p>To go on managing ${account.name} here, show the agent with its new key.</p>
${backToList}`,
  })
