/** The tools of authors: what they take, what they refuse, and that they do what the routes do. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { article, commentOn, cut, drawing, idsIn, listsArticles, readsRevision, submits } from '../setup/articles.ts'
import { hardContent, wordsFile } from '../setup/blocked-words.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { assistantOf } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'

const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 }
const picture = (source: string) => ({ type: 'svg', source, description: 'A queue' })

onEachEngine('the article tools', (engine) => {
  it('take an author from the capabilities to a withdrawn article', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const assistant = await assistantOf(board, ada)
    const reader = await assistantOf(board, bob, ['board:read'])

    const { formats, viewer, quota } = await assistant.gets('humanfeed_read', { action: 'capabilities' })
    assert.deepEqual([formats.schema_version, viewer.humanfeed.can_submit, quota.pending.used], [1, true, 0])
    const sent = await assistant.gets('humanfeed_submit', { kind: 'post', publication: article() })
    const [post, first] = [sent.item.id, sent.revision.id]
    assert.equal(sent.revision_status, 'awaiting_votes')
    const feed = await reader.gets('humanfeed_read', { action: 'feed' })
    assert.deepEqual(
      feed.items.map(({ id }: { id: string }) => id),
      [post],
    )
    assert.equal((await reader.gets('humanfeed_read', { action: 'post', id: post })).post.revision_id, first)

    const revised = await assistant.gets('humanfeed_submit', {
      kind: 'post',
      target_id: post,
      publication: article(hardContent()),
    })
    assert.equal(revised.revision_status, 'rejected')
    words.write('[hard]\n')
    const appealed = await assistant.gets('humanfeed_appeal', {
      revision_id: revised.revision.id,
      reason: 'It is a name.',
      request_key: freshRequestId(),
    })
    assert.equal(appealed.revision_status, 'awaiting_votes')
    const comment = await assistant.gets('humanfeed_submit', {
      kind: 'comment',
      target_id: post,
      publication: commentOn(first),
    })
    assert.equal(comment.item.kind, 'comment')
    assert.equal((await reader.gets('humanfeed_read', { action: 'comments', id: post })).items.length, 1)
    assert.match(
      (await assistant.gets('humanfeed_preview', { revision_id: revised.revision.id })).url,
      /\/humanfeed\/preview\//,
    )
    assert.equal((await assistant.gets('humanfeed_withdraw', { item_id: post })).revision_status, 'withdrawn')
    assert.equal((await assistant.gets('humanfeed_withdraw', { item_id: post })).replayed, true)
    assert.equal((await reader.isRefused('humanfeed_read', { action: 'post', id: post })).error.code, 'NOT_FOUND')
  })

  it('upload what does not fit, in parts that fit', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    const publication = article({ blocks: [...article().blocks, picture(drawing('long '.repeat(10_000)))] })

    const whole = await assistant.use('humanfeed_submit', { kind: 'post', publication })
    assert.equal(whole.status, 413)
    assert.match(JSON.stringify(whole.body), /humanfeed_upload/)
    const { announced, parts } = cut(JSON.stringify(publication))
    const { upload_id } = await assistant.gets('humanfeed_upload', {
      step: 'start',
      ...announced,
      metadata: { kind: 'post' },
    })
    for (const part of parts) await assistant.gets('humanfeed_upload', { step: 'part', upload_id, ...part })
    const sent = await assistant.gets('humanfeed_upload', { step: 'commit', upload_id })
    assert.deepEqual([sent.revision_status, sent.replayed], ['awaiting_votes', false])
    assert.equal((await ada.send('/v1/humanfeed/posts', publication)).body.replayed, true)
  })

  it('leave out the source of a picture over 16 KiB', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    const sized = (bytes: number, letter = 'x') =>
      picture(drawing(letter.repeat((bytes - drawing('').length) / Buffer.byteLength(letter))))
    const pictures = [picture(drawing()), sized(16_384), sized(16_385), sized(16_385, 'é')]
    const { revision } = idsIn(await submits(ada, { blocks: [...article().blocks, ...pictures] }))

    const shown = (await assistant.gets('humanfeed_read', { action: 'revision', id: revision })).post.assets
    const full = (await readsRevision(ada, revision)).body.post.assets
    const sources = (assets: { source: string | null }[]) => assets.map(({ source }) => source)
    assert.deepEqual(sources(shown), [...sources(full).slice(0, 2), null, null])
    assert.deepEqual(
      full.map(({ bytes }: { bytes: number }) => bytes > 16_384),
      [false, false, true, true],
    )
  })

  it('refuse an argument that the action or step does not take, and one that is missing', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    const { post, revision } = idsIn(await submits(ada))
    const refused: [string, Record<string, unknown>, string][] = [
      ['humanfeed_read', { action: 'capabilities', id: post }, 'id'],
      ['humanfeed_read', { action: 'feed', after: 3 }, 'after'],
      ['humanfeed_read', { action: 'post', id: post, before: 3 }, 'before'],
      ['humanfeed_read', { action: 'profile', before: 3 }, 'before'],
      ['humanfeed_read', { action: 'sing' }, 'action'],
      ['humanfeed_read', {}, 'action'],
      ['humanfeed_upload', { step: 'commit', upload_id: post, data: 'AAAA' }, 'data'],
      ['humanfeed_upload', { step: 'start', part_number: 1 }, 'part_number'],
      ['humanfeed_upload', { step: 'start', metadata: { kind: 'post' } }, 'expected_hash'],
      ['humanfeed_upload', {}, 'step'],
      ['humanfeed_withdraw', { item_id: post, colour: 'red' }, 'colour'],
      ['humanfeed_submit', { kind: 'post' }, 'publication'],
      ['humanfeed_submit', { kind: 'song', publication: article() }, 'kind'],
      ['humanfeed_submit', { publication: article() }, 'kind'],
      ['humanfeed_submit', { kind: 'post', publication: article(), colour: 1 }, 'colour'],
      ['humanfeed_submit', { kind: 'post', publication: { ...article(), ['__proto__']: {} } }, '__proto__'],
    ]

    await assertNothingChanges(board, async () => {
      for (const [tool, given, field] of refused) {
        const { error } = await assistant.isRefused(tool, given)
        assert.deepEqual(
          [error.code, error.details.field],
          ['INVALID_FIELD', field],
          `${tool} ${JSON.stringify(given)}`,
        )
      }
      const ids: [string, object][] = [
        ['humanfeed_read', { action: 'post' }],
        ['humanfeed_preview', { revision_id: 'x' }],
        ['humanfeed_withdraw', {}],
      ]
      for (const [tool, given] of ids)
        assert.equal((await assistant.isRefused(tool, given as never)).error.code, 'INVALID_ID')
      for (const limit of [0, 31, '10'])
        assert.equal(
          (await assistant.isRefused('humanfeed_read', { action: 'feed', limit })).error.code,
          'INVALID_LIMIT',
        )
      const keyless = await assistant.isRefused('humanfeed_submit', {
        kind: 'post',
        publication: article({ idempotency_key: undefined }),
      })
      assert.deepEqual(
        [keyless.error.code, keyless.error.details.field],
        ['IDEMPOTENCY_KEY_REQUIRED', 'idempotency_key'],
      )
      assert.match(keyless.docs, /\/humanfeed\.md$/)
      const appeal = await assistant.isRefused('humanfeed_appeal', { revision_id: revision, reason: 'x' })
      assert.deepEqual([appeal.error.code, appeal.error.details.field], ['IDEMPOTENCY_KEY_REQUIRED', 'request_key'])
    })
  })

  it('that write need board:write, and are refused before they run', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const reader = await assistantOf(board, ada, ['board:read'])
    const { post, revision } = idsIn(await submits(ada))
    const writes: [string, object][] = [
      ['humanfeed_submit', { kind: 'post', publication: article() }],
      ['humanfeed_withdraw', { item_id: post }],
      ['humanfeed_appeal', { revision_id: revision, reason: 'x', request_key: freshRequestId() }],
      ['humanfeed_upload', { step: 'start', ...cut('x').announced, metadata: { kind: 'post' } }],
      ['humanfeed_upload', { step: 'commit', upload_id: post }],
    ]

    await assertNothingChanges(board, async () => {
      for (const [tool, given] of writes) {
        const answer = await reader.use(tool, given as never)
        assert.equal(answer.status, 403, tool)
        assert.match(answer.headers['www-authenticate'], /error="insufficient_scope", scope="board:write"/)
      }
    })
    const row = (await reader.gets('humanfeed_read', { action: 'feed' })).items[0]
    assert.deepEqual(
      row.actions.map(({ template }: { template: string }) => template),
      ['read', 'comments'],
    )
    assert.equal(row.comment_state.reason, 'scope_required')
    assert.equal((await listsArticles(ada)).body.items[0].actions.at(-1).template, 'withdraw')
  })
})
