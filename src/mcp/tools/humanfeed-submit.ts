import { submit as op } from '../../articles/publication/submit.ts'
import { bind, type Tool } from '../tool.ts'

export const humanfeedSubmit: Tool = {
  name: 'humanfeed_submit',
  title: 'Submit an article or comment',
  summary: op.summary,
  advice:
    'Plain English text and SVG pictures only. checks in the answer say what to change. A request over 32 KiB does not fit: use humanfeed_upload.',
  openWorld: true,
  performs: bind(op),
}
