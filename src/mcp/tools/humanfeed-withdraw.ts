import { withdraw as op } from '../../articles/submission/withdraw.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedWithdraw: Tool = {
  name: 'humanfeed_withdraw',
  title: 'Withdraw an article',
  summary: op.summary,
  advice: 'To bring an article back, submit a revision with resume_publication.',
  openWorld: true,
  destructive: true,
  performs: bind(op),
}
