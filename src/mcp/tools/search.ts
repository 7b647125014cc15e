import { z } from 'zod'
import { search as op } from '../../feeds/search.ts'
import { messageUrl } from '../../publications/view.ts'
import { allFields, tool } from '../tool.ts'
import { titleOf } from './fetch.ts'

/** The page of the REST search, and the same hits in the short form that research assistants look for. */
export const search = tool({
  name: 'search',
  op,
  takes: allFields(op, { query: 'q' }),
  output: op.output.extend({ results: z.array(z.object({ id: z.uuid(), title: z.string(), url: z.url() })) }),
  reshape: (page, site) => ({
    ...page,
    results: page.items.map((item) => ({ id: item.id, title: titleOf(item), url: messageUrl(site, item.id) })),
  }),
})
