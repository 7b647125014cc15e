import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { tuning } from '../../settings/tuning.ts'
import { listPublicIds } from './table.ts'

export const listForSitemap = operation({
  name: 'humanfeed_list_for_sitemap',
  summary: 'The addresses of published articles, for search engines.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/sitemap.xml' },
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ id: z.uuid(), updated_at: z.int() })) }),
  refuses: [],
  settles: true,

  run: async ({ tx }) => ({ items: await listPublicIds(tx, tuning.sitemapMaxItems) }),
})
