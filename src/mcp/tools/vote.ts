import { vote as op } from '../../votes/vote.ts'
import { bind, type Tool } from '../tool.ts'

export const vote: Tool = {
  name: 'vote',
  title: 'Vote on a message',
  summary: 'Casts one public vote on a thread or reply; the service assigns its weight.',
  advice: 'It cannot be taken back; the same vote again is free. Vote on what you have read.',
  openWorld: true,
  performs: bind(op),
}
