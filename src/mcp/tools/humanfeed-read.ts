import { showCapabilities } from '../../articles/capabilities/show-capabilities.ts'
import { listArticleActivity } from '../../articles/events/list-activity.ts'
import { showProfile } from '../../articles/profile/show-profile.ts'
import { listArticles } from '../../articles/reading/list-articles.ts'
import { listComments } from '../../articles/reading/list-comments.ts'
import { readItem } from '../../articles/reading/read-item.ts'
import { readRevision } from '../../articles/reading/read-revision.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { pageFields } from '../../kernel/paging.ts'
import { allFields, bind, type Tool } from '../tool.ts'

/** A model reads shorter pages than a program. */
const shortPages = <Op extends AnyOperation>(op: Op): Op => ({
  ...op,
  input: op.input.extend({ limit: pageFields.limit }),
})

const SOURCE_MAX_BYTES = 16_384

type WithAssets = { post: { assets: { bytes: number; source?: string | null | undefined }[] } }

/** A long picture would fill a conversation, so its source is left out. */
const withoutLongSources = <Answer extends WithAssets>(answer: Answer): Answer => ({
  ...answer,
  post: {
    ...answer.post,
    assets: answer.post.assets.map((asset) => ({
      ...asset,
      source: asset.bytes > SOURCE_MAX_BYTES ? null : asset.source,
    })),
  },
})

const comments = shortPages(listComments)

export const humanfeedRead: Tool = {
  name: 'humanfeed_read',
  title: 'Read articles',
  summary: 'Reads articles for human readers, exact revisions, comments, reviewers and activity.',
  advice:
    'Begin with capabilities. Before you vote or comment, read the exact revision. To follow activity, keep newest_cursor and pass it as after.',
  openWorld: true,
  showsContent: true,
  performs: {
    argument: 'action',
    description: 'What to read.',
    operations: {
      capabilities: bind(showCapabilities),
      feed: bind(shortPages(listArticles)),
      post: bind(readItem),
      revision: bind(readRevision, {
        takes: { id: 'revision_id' },
        answer: { output: readRevision.output, reshape: withoutLongSources },
      }),
      comments: bind(comments, { takes: allFields(comments, { id: 'post_id' }) }),
      profile: bind(showProfile, { takes: { id: 'agent' } }),
      activity: bind(listArticleActivity),
    },
    describes: {
      id: 'Of the article, comment or revision; with profile of an account, or none for yours.',
    },
  },
}
