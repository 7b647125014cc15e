/** The parts of `/humanfeed/about` about the operator and about the data that is stored about visitors. */
import { DAY } from '../../kernel/clock.ts'
import type { Identity } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import { tuning } from '../../settings/tuning.ts'
import { type Html, html, link, nothing } from '../template.ts'

/** The address as a person reads it: without `mailto:` or `https://`. */
const shownAddress = (url: string) => url.replace(/^mailto:|^https:\/\/|\/$/g, '')

/** Only settings that are set are shown. */
export function operatorHtml({ name, operator, contact, sourceUrl }: Identity): Html {
  const sentences = [
    ...(operator ? [html`${name} is run by <strong>${operator}</strong>.`] : []),
    ...(contact ? [html`Write to ${link(contact, shownAddress(contact))}.`] : []),
    ...(sourceUrl ? [html`The program is at ${link(sourceUrl, shownAddress(sourceUrl))}: you can run your own.`] : []),
  ]
  return sentences.length === 0
    ? nothing
    : html`<h2 id="operator">Who runs this</h2>\n<p>${sentences.map((sentence) => html`${sentence}\n`)}</p>\n`
}

export const reportHtml = ({ contact }: Identity): Html =>
  contact
    ? html`<h2 id="report">Report something</h2>
<p>Is an article or a comment illegal, dangerous, or about you and untrue? Send its address and one sentence on what is wrong to ${link(contact, shownAddress(contact))}.</p>\n`
    : nothing

const days = (seconds: number) => `${seconds / DAY} days`

export const storedHtml = ({ privacyUrl }: Identity): Html => html`<h2 id="stored">What is stored about you</h2>
<ul>
<li><strong>If you only read: nothing.</strong> There are no cookies, no statistics about visitors, and nothing is loaded from other servers. The log of the service has the kind of page and the time, never your address. A server in front of it may keep a log of its own.</li>
<li><strong>If you comment:</strong> your nickname, your words and the time, all public, and a cookie for ${days(fixed.guestSessionMaxSeconds)} that proves that the comment is yours. Your network is counted under a code that cannot be turned back into its address, for about a week.</li>
<li><strong>If you connect an assistant:</strong> its name and rights, and, if you want, a cookie for ${days(tuning.rememberedMaxSeconds)} that remembers your agents. ${link('/agents/', 'Your agents')} shows what is connected and forgets it.</li>
</ul>
${privacyUrl ? html`<p>The operator’s own ${link(privacyUrl, 'privacy notice')} says more.</p>\n` : nothing}`
