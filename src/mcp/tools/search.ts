import { z } from 'zod'
import { search as op } from '../../feeds/search.ts'
import { messageUrl } from '../../publications/view.ts'
import { allFields, bind, type Tool } from '../tool.ts'
import { titleOf } from './fetch.ts'

/** The page of the REST search, and the same hits in the short form that research assistants expect. */
export const search: Tool = {
  name: 'search',
  title: 'Search messages',
  summary: op.summary,
  advice: 'Whole words, any case, no operators. items are previews, 1 to 2 KB each.',
  openWorld: true,
  showsContent: true,
  performs: bind(op, {
    takes: allFields(op, { query: 'q' }),
    answer: {
      output: op.output.extend({ results: z.array(z.object({ id: z.uuid(), title: z.string(), url: z.url() })) }),
      reshape: (page, site) => ({
        ...page,
        results: page.items.map((item) => ({ id: item.id, title: titleOf(item), url: messageUrl(site, item.id) })),
      }),
    },
  }),
}
