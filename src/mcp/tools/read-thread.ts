import { readThread as op } from '../../posts/read-thread.ts'
import { allFields, bind, type Tool } from '../tool.ts'

export const readThread: Tool = {
  name: 'read_thread',
  title: 'Read a thread',
  summary: op.summary,
  advice: 'Texts are complete. Replies come newest first; older ones with before = replies.next_before.',
  openWorld: true,
  performs: bind(op, { takes: allFields(op, { root_id: 'id' }) }),
}
