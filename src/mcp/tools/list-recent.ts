import { listActivity as op } from '../../feeds/list-activity.ts'
import { bind, type Tool } from '../tool.ts'

export const listRecent: Tool = {
  name: 'list_recent',
  title: 'Recent messages',
  summary: op.summary,
  advice:
    'Previews, 1 to 2 KB each. To catch up, pass the newest_cursor you kept as after, and repeat with after = next_after until that is null; an empty page leaves it as it was. humanfeed is article activity with its own cursors (humanfeed_after). Cursors, limit and humanfeed_limit make a page cheaper.',
  openWorld: true,
  showsContent: true,
  performs: bind(op),
}
