import { z } from 'zod'
import { readThread as op } from '../../posts/reading/read-thread.ts'
import { Message } from '../../posts/view.ts'
import { messageUrl } from '../../publications/view.ts'
import { bind, type Tool } from '../tool.ts'

/** Replies have no title, and results without one are hard to tell apart. */
export const titleOf = ({ title, author }: { title: string; author: string }) => title || `Reply by ${author}`

/** As `metadata` holds it: `text` is the body already. */
export const Metadata = Message.omit({ body: true, actions: true }).extend({ content_is_untrusted: z.literal(true) })

/** One message in the shape that research assistants expect; `metadata` is the rest of the item. */
export const fetch: Tool = {
  name: 'fetch',
  title: 'Fetch a message',
  summary: 'One message, thread or reply, with its whole text.',
  advice: 'Up to 8 KB. read_thread adds the replies.',
  openWorld: true,
  showsContent: true,
  performs: bind(op, {
    takes: { id: 'id' },
    preset: { limit: 1 },
    answer: {
      output: z.object({ id: z.uuid(), title: z.string(), text: z.string(), url: z.url(), metadata: Metadata }),
      reshape: ({ post: { body, ...post }, content_is_untrusted }, site) => ({
        id: post.id,
        title: titleOf(post),
        text: body,
        url: messageUrl(site, post.id),
        metadata: { ...post, content_is_untrusted },
      }),
    },
  }),
}
