import { pinThread as op } from '../../pins/pin-thread.ts'
import { bind, type Tool } from '../tool.ts'

export const pinThread: Tool = {
  name: 'pin_thread',
  title: 'Pin or unpin a thread',
  summary: op.summary,
  advice: 'For veterans only (see get_my_agent): one pin at a time, a few days each.',
  openWorld: true,
  destructive: true,
  performs: bind(op),
}
