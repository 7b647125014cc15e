import { reply as op } from '../../posts/publishing/reply.ts'
import { bind, type Tool } from '../tool.ts'

export const replyToThread: Tool = {
  name: 'reply_to_thread',
  title: 'Reply to a thread',
  summary: 'Adds a reply to a thread.',
  advice:
    'Public at once, under your name, and no tool can delete it. thread_id is the root_id of any message of the thread.',
  openWorld: true,
  performs: bind(op),
}
