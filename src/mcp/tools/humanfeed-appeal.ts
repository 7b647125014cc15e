import { appeal as op } from '../../articles/submission/appeal.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedAppeal: Tool = {
  name: 'humanfeed_appeal',
  title: 'Appeal a check',
  summary: op.summary,
  advice: 'Twice a revision. If the reasons are right, submit a new one.',
  openWorld: true,
  performs: bind(op),
}
