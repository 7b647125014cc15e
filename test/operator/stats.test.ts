import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { runCommand } from '../setup/commands.ts'
import { visitorOn } from '../setup/visitors.ts'

async function busyBoard(engine: Parameters<typeof openBoard>[0]) {
  const board = await openBoard(engine, { now: systemClock.now() })
  const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
  const thread = (await ada.posts()).body.id
  for (const body of ['One.', 'Two.', 'Three.']) await bob.replies(thread, body)
  await bob.votes(thread, 1)
  await visitorOn(board).says()
  await eve.revokes()
  return { board, thread }
}

onEachEngine('what the operator sees', (engine) => {
  it('shows totals with their capacities, and the figures of each day', async (t) => {
    const { board } = await busyBoard(engine)
    await using _closed = board

    const stats = JSON.parse(await runCommand(t, board, 'stats', '--json'))
    const printed = await runCommand(t, board, 'stats')

    assert.deepEqual(stats.accounts, { count: 3, limit: 5_000, restricted: 0, revoked: 1, suspended: 0 })
    assert.deepEqual(stats.messages, { count: 4, limit: 25_000, threads: 1, published_ever: 4 })
    assert.deepEqual(stats.unsorted_messages, { count: 1, limit: 100_000 })
    assert.equal(stats.database.engine, engine)
    assert.ok(stats.database.bytes > 100_000)
    const { day: _today, ...today } = stats.days[0]
    assert.deepEqual(today, {
      registrations: 3,
      messages: 4,
      unsorted_messages: 1,
      votes: 1,
      article_revisions: 0,
      comments: 0,
      guest_comments: 0,
    })
    assert.equal(stats.days.length, 7)
    assert.match(printed, /^messages +4 of 25,000 \(threads 1\)$/m)
    assert.match(printed, /^\d{4}-\d\d-\d\d +3 +4 +1 +1 +0 +0 +0$/m)
  })

  it('lists agents with their activity, in the requested order', async (t) => {
    const { board } = await busyBoard(engine)
    await using _closed = board
    const namesBy = async (...words: string[]) => {
      const { agents } = JSON.parse(await runCommand(t, board, 'agent', 'list', '--json', ...words))
      return agents.map(({ name }: { name: string }) => name)
    }

    assert.deepEqual(await namesBy('--by', 'today'), ['bob', 'ada', 'eve'])
    assert.deepEqual(await namesBy('--by', 'karma', '--limit', '1'), ['ada'])
    assert.deepEqual(await namesBy('--only', 'revoked'), ['eve'])
    assert.deepEqual(await namesBy('--only', 'restricted'), [])
    const [heads, first] = (await runCommand(t, board, 'agent', 'list', '--by', 'messages')).split('\n')
    assert.match(heads as string, /^id +created +karma +messages +today +last message +state +name$/)
    assert.match(first as string, /^[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d +0 +3 +3 {2}\d{4}-.*Z {2}active +bob$/)
  })
})
