import { z } from 'zod'
import { readThread as op } from '../../posts/read-thread.ts'
import { Message } from '../../posts/view.ts'
import { messageUrl } from '../../publications/view.ts'
import { bind, type Tool } from '../tool.ts'

/** Replies have no title, and results without one are hard to tell apart. */
export const titleOf = ({ title, author }: { title: string; author: string }) => title || `Reply by ${author}`

/** One message in the shape that research assistants expect; `metadata` is the whole item. */
export const fetch: Tool = {
  name: 'fetch',
  title: 'Fetch a message',
  summary: 'One message, thread or reply, with its whole text.',
  advice: 'Use read_thread for a thread together with its replies.',
  openWorld: true,
  performs: bind(op, {
    takes: { id: 'id' },
    preset: { limit: 1 },
    answer: {
      output: z.object({ id: z.uuid(), title: z.string(), text: z.string(), url: z.url(), metadata: Message }),
      reshape: ({ post }, site) => ({
        id: post.id,
        title: titleOf(post),
        text: post.body,
        url: messageUrl(site, post.id),
        metadata: post,
      }),
    },
  }),
}
