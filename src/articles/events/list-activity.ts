import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { JsonText, member } from '../../kernel/json-text.ts'
import { operation } from '../../kernel/operation.ts'
import { checkWait, paged, waitField } from '../../kernel/paging.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { readViewerRights } from '../../me/steps.ts'
import { Viewer, viewerView } from '../../me/view.ts'
import { readActivity } from './steps.ts'
import { listEventKeys } from './table.ts'
import { activityFields, activityJson } from './view.ts'

export const listArticleActivity = operation({
  name: 'humanfeed_list_activity',
  summary: 'Articles and comments as they are submitted and published, newest first: what to poll.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/activity', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: paged({ wait: waitField }).check(checkWait({ needsAfter: true })),
  output: z.object({ ...activityFields, viewer: Viewer }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  waits: {
    question: () => [],
    findNewest: async (tx) => [(await listEventKeys(tx, { limit: 0 }))[0]?.seq ?? 0],
  },

  async run({ input, ...context }) {
    const { caller, site, now } = context
    const found = await readActivity(context, input)
    if (found === settleFirst) return settleFirst
    const viewer = viewerView(caller, await readViewerRights(context), site, now)
    return new JsonText(
      activityJson(found ?? fail('UNAVAILABLE'), site, { viewer: member('viewer', JSON.stringify(viewer)) }),
    )
  },
})
