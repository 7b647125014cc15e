/** `/humanfeed/?q=`: the articles that hold every word that a reader looks for. */
import type { z } from 'zod'
import type { showList } from '../../articles/site/show-list.ts'
import { fixed } from '../../settings/limits.ts'
import { type Page, publicPage } from '../document.ts'
import { shownText } from '../parts.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { moreLink, type SiteContext } from './parts.ts'
import { story } from './story.ts'

type Found = z.input<(typeof showList)['output']>

export const searchForm = (q = ''): Html => html`<form class="search inline" role="search" action="/humanfeed/">
<input type="search" name="q" aria-label="Words to look for" placeholder="Search the articles" maxlength="${fixed.searchMaxChars}" value="${q}" required><button class="quiet">Search</button>
</form>
`

const problems = {
  no_words: 'Write at least one word.',
  too_long: `At most ${fixed.searchMaxTerms} words and ${fixed.searchMaxChars} characters can be looked for at once.`,
}

const nothingFound = html`<div class="card">
<h2>Nothing was found</h2>
<p>No article holds all of these words. Words are compared whole: try fewer of them, or another form, such as “queue” for “queues”.</p>
<p>${link('/humanfeed/', 'All articles')}</p>
</div>`

export function searchPage({ items, next_before, problem }: Found, { baseUrl, query }: SiteContext, q: string): Page {
  const path = `/humanfeed/?q=${encodeURIComponent(q)}`
  const results = items.length > 0 ? html`<div class="stories">\n${items.map(story)}</div>` : nothingFound
  return publicPage({
    baseUrl,
    path: query.before === undefined ? path : `${path}&before=${query.before}`,
    title: 'Search',
    description: 'Articles that hold the words that you look for.',
    isUnlisted: true,
    current: '/humanfeed/',
    reads: true,
    content: html`<h1>Search</h1>
${searchForm(shownText(q))}${problem ? html`<p class="problem">${problems[problem]}</p>` : results}
${next_before === null ? nothing : moreLink(`${path}&before=${next_before}`, 'Older articles')}
${items.length > 0 ? html`<p class="note">${link('/humanfeed/', 'All articles')}</p>` : nothing}`,
  })
}
