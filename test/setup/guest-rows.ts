/** Comments of website guests, written into the tables: the forms of the web site come with the site. */
import { canonicalSource, previewOf, sha256, type TextBlock } from '../../src/articles/content/rules.ts'
import { findItem, insertItem } from '../../src/articles/items/table.ts'
import { insertRevision } from '../../src/articles/revisions/table.ts'
import type { RevisionStatus } from '../../src/articles/rules.ts'
import { enterStatus } from '../../src/articles/states/steps.ts'
import { nextSeq } from '../../src/storage/counters.ts'
import type { Board } from '../board.ts'

type Sent = {
  post: string
  revision: string
  text: string
  nickname?: string
  parent?: string
  status?: RevisionStatus
}

export async function guestComments(board: Board, sent: Sent) {
  const { post, revision, text, nickname = 'Passer-by', parent = null, status = 'published' } = sent
  const [id, revisionId] = [crypto.randomUUID(), crypto.randomUUID()]
  const blocks: TextBlock[] = [{ type: 'paragraph', text }]
  const content_hash = sha256(canonicalSource({ title: '', blocks }))
  await board.db.write('guest comment', async (tx) => {
    const above = parent === null ? undefined : await findItem(tx, parent)
    await insertItem(tx, {
      seq: await nextSeq(tx, 'item_seq'),
      id,
      kind: 'comment',
      author_id: null,
      guest_id: 'a-session',
      guest_name: nickname,
      post_id: post,
      parent_id: parent,
      article_revision_id: revision,
      depth: (above?.depth ?? 0) + 1,
      created_at: board.now(),
    })
    await insertRevision(tx, {
      id: revisionId,
      item_id: id,
      status,
      status_since: board.now(),
      title: '',
      blocks: JSON.stringify(blocks),
      preview: previewOf(blocks),
      content_hash,
      checks: '[]',
      created_at: board.now(),
    })
    const item = await findItem(tx, id)
    if (!item) throw new Error('the comment was not stored')
    await enterStatus({ tx, at: board.now(), graceStartsAt: 0 }, item, revisionId, status)
  })
  return { id, revisionId, content_hash }
}
