import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { tuning } from '../../settings/tuning.ts'
import { listAssets } from '../assets/table.ts'
import { listPublicWhole } from '../public/table.ts'
import { FullPublicArticle, fullPublicView } from '../public/view.ts'
import { listPictureHeads } from './table.ts'
import { picturesOf, ShownArticle } from './view.ts'

export const showFeed = operation({
  name: 'humanfeed_show_feed',
  summary: 'The newest articles with their text and pictures, for programs that follow feeds.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/humanfeed/feed.atom' },
  input: z.object({}),
  output: z.object({
    items: z.array(FullPublicArticle.extend(ShownArticle.shape)),
    updated_at: z.int().meta({ description: 'Of the article that changed last.' }),
  }),
  refuses: [],
  settles: true,

  async run({ tx, site }) {
    const rows = await listPublicWhole(tx, tuning.feedItems)
    const revisions = rows.map(({ revision_id }) => revision_id)
    const [heads, assets] = [await listPictureHeads(tx, revisions), await listAssets(tx, revisions)]
    return {
      items: rows.map((row) => ({
        ...fullPublicView(
          row,
          assets.filter(({ revision_id }) => revision_id === row.revision_id),
          site,
        ),
        pictures: picturesOf(heads, row.revision_id),
        highlights: [], // feed readers have no style for them
      })),
      // A feed without entries needs a time all the same.
      updated_at: Math.max(site.graceStartsAt, ...rows.map(({ updated_at }) => updated_at)),
    }
  },
})
