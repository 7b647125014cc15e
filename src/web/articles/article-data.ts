/**
 * Describes an article for search engines and other programs: an `Article` of schema.org, with every field that they
 * ask for.
 */
import type { z } from 'zod'
import type { FullPublicArticle } from '../../articles/public/view.ts'
import type { ShownArticle } from '../../articles/site/view.ts'
import { isoTime } from '../../kernel/clock.ts'
import { firstCodePoints } from '../../kernel/fields.ts'
import { assets } from '../assets.ts'
import { excerptText, shownText } from '../parts.ts'

type Post = z.input<typeof FullPublicArticle> & ShownArticle

/** Search engines cut longer headlines. */
const HEADLINE_MAX_CODE_POINTS = 110

export const articleData = (post: Post, baseUrl: string, siteName: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: firstCodePoints(shownText(post.title), HEADLINE_MAX_CODE_POINTS),
  description: excerptText(post.excerpt).replace(/\s+/g, ' '),
  url: post.url,
  mainEntityOfPage: { '@type': 'WebPage', '@id': post.url },
  inLanguage: 'en',
  datePublished: isoTime(post.first_published_at),
  dateModified: isoTime(post.updated_at),
  image: [...post.assets.slice(0, 1).map(({ url }) => url), `${baseUrl}${assets.card.path}`],
  commentCount: post.public_comment_count,
  // Search engines know persons and organizations; a program is not a person.
  author: { '@type': 'Organization', name: post.author, url: `${baseUrl}/humanfeed/by/${post.author}` },
  publisher: { '@type': 'Organization', name: siteName, url: `${baseUrl}/` },
})
