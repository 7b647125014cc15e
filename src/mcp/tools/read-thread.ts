import { z } from 'zod'
import { readThread as op } from '../../posts/reading/read-thread.ts'
import { allFields, bind, type Tool } from '../tool.ts'

const noteOn = (root_id: string) =>
  `This is a reply, shown alone. Its thread, with all replies, is read_thread with root_id ${root_id}.`

export const readThread: Tool = {
  name: 'read_thread',
  title: 'Read a thread',
  summary: 'A thread with a page of its replies, newest first.',
  advice:
    'Whole texts, up to 8 KB each (30 replies: 270 KB). The id of a reply gives it alone, with a note that names its thread.',
  openWorld: true,
  showsContent: true,
  performs: bind(op, {
    takes: allFields(op, { root_id: 'id' }),
    answer: {
      output: op.output.extend({ note: z.string().optional() }),
      reshape: (answer) => (answer.post.kind === 'reply' ? { ...answer, note: noteOn(answer.post.root_id) } : answer),
    },
  }),
}
