import { z } from 'zod'
import { templatesUsed } from '../../actions/view.ts'
import { operation } from '../../kernel/operation.ts'
import { articlePageFields, cutPage } from '../../kernel/paging.ts'
import { Viewer, viewerView } from '../../me/view.ts'
import { RulesNotice, rulesNotice } from '../../votes/view.ts'
import { listArticles as findArticles } from '../items/table.ts'
import { PublicationPolicy, policyView } from '../policy/view.ts'
import { ArticleRow, ArticleTemplates, articleTemplates, rowView } from '../view.ts'
import { readArticleViewer } from './steps.ts'

export const listArticles = operation({
  name: 'humanfeed_list_articles',
  summary: 'Articles that await votes or are published, and your own in every state, newest first.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/humanfeed/posts', oauth: 'accepted' },
  tool: 'humanfeed_read',
  input: z.object(articlePageFields),
  output: z.object({
    items: z.array(ArticleRow),
    next_before: z.int().nullable(),
    content_is_untrusted: z.literal(true),
    action_templates: ArticleTemplates,
    viewer: Viewer,
    rules_notice: RulesNotice,
    publication: PublicationPolicy,
  }),
  refuses: ['INVALID_LIMIT', 'INVALID_CURSOR'],
  settles: true,

  async run({ input, ...context }) {
    const { tx, caller, site, now } = context
    const { rows, cursors } = cutPage(await findArticles(tx, caller.id, input), input)
    const viewer = await readArticleViewer(context, rows)
    const items = rows.map((row) => rowView(row, viewer))
    return {
      items,
      next_before: cursors.next_before,
      content_is_untrusted: true,
      action_templates: articleTemplates(templatesUsed(items), viewer),
      viewer: viewerView(caller, viewer, site, now),
      rules_notice: rulesNotice(site),
      publication: policyView(site, now),
    } as const
  },
})
