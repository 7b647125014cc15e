import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { paged } from '../../kernel/paging.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { readViewerRights } from '../../me/steps.ts'
import { Viewer, viewerView } from '../../me/view.ts'
import { readActivity } from './steps.ts'
import { activityFields, eventTemplates, eventView } from './view.ts'

export const listArticleActivity = operation({
  name: 'humanfeed_list_activity',
  summary: 'Articles and comments as they are submitted and published, newest first: what to poll.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/activity', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: paged({}),
  output: z.object({ ...activityFields, viewer: Viewer }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],

  async run({ input, ...context }) {
    const { caller, site, now } = context
    const found = await readActivity(context, input)
    if (found === settleFirst) return settleFirst
    const { rows, cursors } = found ?? fail('UNAVAILABLE')
    const items = rows.map((event) => eventView(event, context))
    return {
      items,
      ...cursors,
      action_templates: eventTemplates(items, context),
      activity_url: `${site.baseUrl}/v1/humanfeed/activity`,
      unavailable: false,
      content_is_untrusted: true,
      viewer: viewerView(caller, await readViewerRights(context), site, now),
    } as const
  },
})
