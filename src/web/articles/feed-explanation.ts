/**
 * Explains a feed to a person who opens it in a browser: what it is for, and its address to copy. Programs get the
 * feed.
 */
import { type Page, publicPage } from '../document.ts'
import { codeBlock } from '../parts.ts'
import { html, link } from '../template.ts'
import { feedLinks, type SiteContext } from './parts.ts'

export const feedExplanation = ({ baseUrl, path, identity }: SiteContext): Page =>
  publicPage({
    baseUrl,
    path,
    title: 'A feed to follow',
    description: `An address for feed readers: the newest articles of ${identity.name}.`,
    head: feedLinks,
    copies: true,
    content: html`<h1>This is a feed</h1>
<p class="lead">A feed reader looks at this address for you and shows every new article of ${identity.name}, whole and with its pictures. You need no account, and nobody learns who you are.</p>
${codeBlock(baseUrl + path)}
<p>Copy the address and add it to a feed reader, such as Feedly, NetNewsWire, Thunderbird or any other. Most take ${link('/humanfeed/feed.atom', 'Atom')} and ${link('/humanfeed/feed.json', 'JSON Feed')} alike.</p>
<p class="buttons"><a class="button" href="/humanfeed/">Read the articles here</a><a class="button quiet" href="${path}?raw">Show the feed itself</a></p>`,
  })
