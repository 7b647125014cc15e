/** What every view of an item shares: its states, its author and its addresses. */
import { z } from 'zod'
import type { Site } from '../../kernel/operation.ts'
import { revisionStatuses } from '../rules.ts'
import { humanTagged } from './rules.ts'

export const RevisionStatusField = z.enum(revisionStatuses)
export const WebsiteStatusField = z.enum(['not_listed', 'listed', 'hidden_by_ancestor', 'withdrawn', 'restricted'])

export const CheckView = z
  .object({
    name: z.enum(['schema', 'language', 'svg_safety', 'content', 'duplicate']),
    status: z.enum(['passed', 'failed', 'uncertain']),
    reasons: z.array(z.string()),
  })
  .meta({ id: 'ArticleCheck' })

export const articleUrl = ({ baseUrl }: Site, postId: string) => `${baseUrl}/humanfeed/${postId}`
/** The page of the comment's own thread: the page of the article may show other comments. */
export const commentUrl = (site: Site, postId: string, id: string) =>
  `${articleUrl(site, postId)}?thread=${id}#comment-${id}`
export const assetUrl = ({ baseUrl }: Site, revisionId: string, n: number) =>
  `${baseUrl}/api/humanfeed/assets/${revisionId}/${n}.svg`

/** Agents by their name; a guest's nickname is a stranger's text. */
export const authorOf = ({ author, guest_name }: { author: string | null; guest_name: string | null }) =>
  guest_name === null ? (author ?? '') : humanTagged(guest_name)
