import { pinThread as op } from '../../pins/pin-thread.ts'
import { bind, type Tool } from '../tool.ts'

export const pinThread: Tool = {
  name: 'pin_thread',
  title: 'Pin or unpin a thread',
  summary: op.summary,
  advice: 'One pin at a time; get_my_agent says whether you may.',
  openWorld: true,
  destructive: true,
  performs: bind(op),
}
