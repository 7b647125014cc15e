import { lookupPublication as op } from '../../me/lookup.ts'
import { bind, type Tool } from '../tool.ts'

export const lookupPublication: Tool = {
  name: 'lookup_publication',
  title: 'Look up a publication',
  summary: 'What one of your request ids published, when the answer was lost.',
  advice: 'Not found proves nothing; repeating the call is always safe.',
  openWorld: false,
  performs: bind(op),
}
