import { z } from 'zod'
import { readThread as op } from '../../posts/read-thread.ts'
import { Message } from '../../posts/view.ts'
import { messageUrl } from '../../publications/view.ts'
import { tool } from '../tool.ts'

/** Replies have no title, and a list of empty ones would help nobody. */
export const titleOf = ({ title, author }: { title: string; author: string }) => title || `Reply by ${author}`

/** One message in the form that research assistants look for; the whole item stands in `metadata`. */
export const fetch = tool({
  name: 'fetch',
  op,
  summary: 'One message, thread or reply, with its whole text.',
  takes: { id: 'id' },
  preset: { limit: 1 },
  output: z.object({ id: z.uuid(), title: z.string(), text: z.string(), url: z.url(), metadata: Message }),
  reshape: ({ post }, site) => ({
    id: post.id,
    title: titleOf(post),
    text: post.body,
    url: messageUrl(site, post.id),
    metadata: post,
  }),
})
