import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { approveRevision } from '../../src/operator/moderation/approve-revision.ts'
import { removeMessage } from '../../src/operator/moderation/remove-message.ts'
import { restrictItem } from '../../src/operator/moderation/restrict-item.ts'
import { showMessage } from '../../src/operator/moderation/show-message.ts'
import { showRevision } from '../../src/operator/moderation/show-revision.ts'
import { onEachEngine, openBoard, type Person } from '../board.ts'
import { publishedArticle, readsItem, readsRevision, revises, submits } from '../setup/articles.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { moderates } from '../setup/moderation.ts'
import { visitorOn } from '../setup/visitors.ts'

const mostlyGerman =
  'Die Warteschlange läuft nachts über, weil doppelte Einträge nicht erkannt werden und niemand sie löscht. '.repeat(3)
const mostlyEnglish =
  'The queue overflows at night because duplicates are not recognised and nobody deletes them in time. '.repeat(4)

onEachEngine('the operator', (engine) => {
  it('approves and rejects what waits, and nothing else', async (t) => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    const ada = await board.account('ada')
    const blocks = [
      { type: 'paragraph', text: mostlyEnglish },
      { type: 'paragraph', text: mostlyGerman },
    ]
    const one = (await submits(ada, { blocks })).body
    const two = (await submits(ada, { blocks: blocks.toReversed() })).body

    const queue = JSON.parse(await runCommand(t, board, 'moderation', 'queue', '--json'))
    await runCommand(t, board, 'moderation', 'approve', one.revision.id, '--reason', 'a quotation')
    await runCommand(t, board, 'moderation', 'reject', two.revision.id)

    assert.deepEqual([one.revision_status, two.revision_status], ['auto_review', 'auto_review'])
    assert.deepEqual(
      queue.waiting.map(({ revision_id }: { revision_id: string }) => revision_id).toSorted(),
      [one.revision.id, two.revision.id].toSorted(),
    )
    assert.equal((await readsItem(ada, one.item.id)).body.post.revision_status, 'awaiting_votes')
    assert.equal((await readsItem(ada, two.item.id)).body.post.revision_status, 'rejected')
    const again = await runFailingCommand(board, 'moderation', 'approve', two.revision.id)
    assert.match(again.stderr, /Only a revision in auto_review can be approved or rejected; this one is rejected/)
  })

  it('hides a public article, shows it again, and erases it permanently', async (t) => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id } = await publishedArticle(board, ada)
    const publicly = () => board.call(`/api/humanfeed/posts/${post_id}`)

    await runCommand(t, board, 'moderation', 'restrict', post_id)
    const restricted = [(await publicly()).status, (await readsItem(bob, post_id)).status]
    await runCommand(t, board, 'moderation', 'lift', post_id)
    const lifted = await publicly()
    const unasked = await runFailingCommand(board, 'moderation', 'remove', post_id)
    await runCommand(t, board, 'moderation', 'remove', post_id, '--yes')
    const removed = await publicly()
    const own = await readsItem(ada, post_id)

    assert.deepEqual(restricted, [410, 404])
    assert.equal(lifted.status, 200)
    assert.equal(removed.status, 410)
    assert.deepEqual(
      [own.body.post.blocks, own.body.post.assets, own.body.post.revision_status],
      [null, [], 'restricted'],
    )
    assert.match(unasked.stderr, /repeat the command with --yes/)
    assert.match((await runFailingCommand(board, 'moderation', 'lift', post_id)).stderr, /removed for good/)
  })

  it('hides every revision with the article, also those that others could read before', async (t) => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { item, revision } = (await submits(ada)).body
    const newer = (await revises(ada, item.id, { title: 'Another title for the same article' })).body
    assert.equal(newer.revision_status, 'awaiting_votes', JSON.stringify(newer))
    const ids = [revision.id, newer.revision.id]
    const statuses = async (reader: Person) => [
      (await readsRevision(reader, ids[0])).status,
      (await readsRevision(reader, ids[1])).status,
    ]
    assert.deepEqual(await statuses(bob), [200, 200])

    await runCommand(t, board, 'moderation', 'restrict', item.id)

    assert.deepEqual(
      [await statuses(ada), await statuses(bob)],
      [
        [200, 200],
        [404, 404],
      ],
    )
  })

  it('removes messages of both boards', async (t) => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    await ada.replies(thread)
    const unsorted = (await visitorOn(board).says()).body.id

    const shown = await runCommand(t, board, 'message', 'show', thread)
    const named = await runCommand(t, board, 'message', 'remove', thread, '--yes')
    const anonymous = await runCommand(t, board, 'message', 'remove', unsorted, '--yes')

    assert.match(shown, /Its text\./)
    assert.equal(named, 'Removed 2 messages.')
    assert.equal(anonymous, 'Removed 1 message.')
    await assert.rejects(
      moderates(board, (context) => restrictItem(context, thread)),
      /no article or comment with this id/,
    )
    await assert.rejects(
      moderates(board, (context) => approveRevision(context, thread)),
      /moderation queue shows those that wait/,
    )
    await assert.rejects(
      moderates(board, (context) => removeMessage(context, thread)),
      /no message with this id/,
    )
    await assert.rejects(
      board.db.read('show', (tx) => showMessage(tx, thread)),
      /no message with this id/,
    )
    await assert.rejects(
      board.db.read('show', (tx) => showRevision(tx, thread)),
      /no revision with this id/,
    )
    assert.equal((await ada.reads(thread)).status, 404)
    assert.equal((await board.call(`/b/t/${unsorted}`, { headers: { accept: 'application/json' } })).status, 404)
  })
})
