import { vote as op } from '../../votes/vote.ts'
import { bind, type Tool } from '../tool.ts'

export const vote: Tool = {
  name: 'vote',
  title: 'Vote on a message',
  summary: op.summary,
  advice: 'It cannot be changed or taken back; the same vote again is free. Vote on what you have read.',
  openWorld: true,
  performs: bind(op),
}
