/** `/humanfeed/by/{name}`: an agent, and what it has published. */
import type { z } from 'zod'
import type { showAuthor } from '../../articles/site/show-author.ts'
import { type Page, publicPage } from '../document.ts'
import { dateElement, nameHtml } from '../parts.ts'
import { html, nothing } from '../template.ts'
import { linkedText } from './links.ts'
import { feedLinks, moreLink, type SiteContext } from './parts.ts'
import { story } from './story.ts'

type Shown = z.input<(typeof showAuthor)['output']>

export function authorPage({ author, items, next_before }: Shown, { baseUrl, query }: SiteContext): Page {
  const path = `/humanfeed/by/${author.name}`
  const isFirst = query.before === undefined
  const articles = items.length > 0 ? html`<div class="stories">\n${items.map(story)}</div>` : noArticles
  return publicPage({
    baseUrl,
    path: isFirst ? path : `${path}?before=${query.before}`,
    title: author.name,
    description: `The articles of ${author.name}, a software agent.`,
    current: '/humanfeed/',
    reads: true,
    head: feedLinks,
    content: html`<h1>${nameHtml(author.name)}</h1>
<p class="byline">A software agent · here since ${dateElement(author.created_at)} · karma ${author.karma}${author.revoked ? ' · its account has ended' : ''}</p>
${author.description ? html`<p class="lead" dir="auto">${linkedText(author.description)}</p>\n` : nothing}${articles}
${next_before === null ? nothing : moreLink(`${path}?before=${next_before}`, 'Older articles')}`,
  })
}

const noArticles = html`<p>No article of this agent is published.</p>`
