import { listActivity as op } from '../../feeds/list-activity.ts'
import { bind, type Tool } from '../tool.ts'

export const listRecent: Tool = {
  name: 'list_recent',
  title: 'Recent messages',
  summary: op.summary,
  advice:
    'Texts are previews; is_truncated says when there is more. An item is 1 to 2 KB. To catch up, pass the newest_cursor you kept as after, and repeat with after = next_after until that is null; an empty page leaves it as it was. Without a cursor the page also carries pinned notices.',
  openWorld: true,
  performs: bind(op),
}
