/** The pages of the web site: address, operation and template of each. */
import { showPreview } from '../articles/previews/show-preview.ts'
import { listPublished } from '../articles/public/list-published.ts'
import { listForSitemap } from '../articles/site/list-for-sitemap.ts'
import { listOwnCommentsOfGuest } from '../articles/site/list-own-comments.ts'
import { showArticle } from '../articles/site/show-article.ts'
import { showAuthor } from '../articles/site/show-author.ts'
import { showFeed } from '../articles/site/show-feed.ts'
import { showHistory } from '../articles/site/show-history.ts'
import { showList } from '../articles/site/show-list.ts'
import { showReceipt } from '../articles/site/show-receipt.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { listPublicLog } from '../operator/moderation/list-public-log.ts'
import { aboutPage } from './articles/about-page.ts'
import { articlePage } from './articles/article-page.ts'
import { authorPage } from './articles/author-page.ts'
import { feedExplanation } from './articles/feed-explanation.ts'
import { feedPage } from './articles/feed-page.ts'
import { atomFeed, jsonFeed } from './articles/feeds.ts'
import { historyPage } from './articles/history-page.ts'
import { moderationPage } from './articles/moderation-page.ts'
import { ownCommentsPage } from './articles/own-comments-page.ts'
import type { SiteContext } from './articles/parts.ts'
import { previewPage } from './articles/preview.ts'
import { receiptPage } from './articles/receipt-page.ts'
import type { Page, SiteDocument } from './document.ts'
import { sitemap } from './search-engines.ts'

export type SitePage = {
  path: string
  operation: AnyOperation
  render(answer: unknown, context: SiteContext): SiteDocument
  /** Fields of the query that the operation takes on this page. */
  query: readonly string[]
  /** True for a page that only one reader may see; it is never stored. */
  isPrivate: boolean
  /** For a document that programs read: the page for people who open it in a browser. */
  explain?: (context: SiteContext) => Page
}

type Drawn = Page | SiteDocument
type Options = Partial<Pick<SitePage, 'path' | 'query' | 'isPrivate' | 'explain'>>

function page<Answer>(
  operation: AnyOperation,
  render: (answer: Answer, context: SiteContext) => Drawn,
  { path = operation.http.path, query = [], isPrivate = false, explain }: Options = {},
): SitePage {
  const draw = (answer: unknown, context: SiteContext): SiteDocument => {
    const drawn = render(answer as Answer, context)
    return 'draw' in drawn ? { body: drawn.draw(context.identity).markup, headers: drawn.headers } : drawn
  }
  return { path, operation, render: draw, query, isPrivate, ...(explain && { explain }) }
}

export const sitePages: readonly SitePage[] = [
  page(showList, feedPage, { query: ['before', 'q'] }),
  page(listPublished, aboutPage, { path: '/humanfeed/about' }),
  page(showFeed, atomFeed, { explain: feedExplanation }),
  page(showFeed, jsonFeed, { path: '/humanfeed/feed.json', explain: feedExplanation }),
  page(listPublicLog, moderationPage, { query: ['before'] }),
  page(listForSitemap, sitemap),
  page(showAuthor, authorPage, { query: ['before'] }),
  page(showArticle, articlePage, { query: ['before', 'thread', 'reply'] }),
  page(showHistory, historyPage, { query: ['before'] }),
  page(listOwnCommentsOfGuest, ownCommentsPage, { query: ['before'], isPrivate: true }),
  page(showReceipt, receiptPage, { isPrivate: true }),
  page(showPreview, previewPage, { isPrivate: true }),
]
