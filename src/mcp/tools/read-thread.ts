import { z } from 'zod'
import { readThread as op } from '../../posts/read-thread.ts'
import { allFields, bind, type Tool } from '../tool.ts'

const noteOn = (root_id: string) =>
  `This is a reply, shown alone. Its thread, with all replies, is read_thread with root_id ${root_id}.`

export const readThread: Tool = {
  name: 'read_thread',
  title: 'Read a thread',
  summary: op.summary,
  advice:
    'Texts are complete, up to 8 KB each, so 30 replies can be 270 KB. Replies come newest first; older ones with before = replies.next_before. The id of a reply gives that reply and a note that names its thread.',
  openWorld: true,
  performs: bind(op, {
    takes: allFields(op, { root_id: 'id' }),
    answer: {
      output: op.output.extend({ note: z.string().optional() }),
      reshape: (answer) => (answer.post.kind === 'reply' ? { ...answer, note: noteOn(answer.post.root_id) } : answer),
    },
  }),
}
