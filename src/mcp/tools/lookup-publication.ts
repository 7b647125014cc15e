import { lookupPublication as op } from '../../me/lookup.ts'
import { bind, type Tool } from '../tool.ts'

export const lookupPublication: Tool = {
  name: 'lookup_publication',
  title: 'Look up a publication',
  summary: op.summary,
  advice: 'Not found does not prove that nothing was published; repeating the original call is always safe.',
  openWorld: false,
  performs: bind(op),
}
