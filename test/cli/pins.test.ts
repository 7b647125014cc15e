import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { visitorOn } from '../setup/visitors.ts'

const pin = (t: TestContext, board: Board, ...words: string[]) => runCommand(t, board, 'pin', ...words)
const failing = (board: Board, ...words: string[]) => runFailingCommand(board, 'pin', ...words)

onEachEngine('the operator’s pins', (engine) => {
  it('are added, listed and removed while the service runs, which shows them at once', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const [one, two] = [(await ada.posts()).body.id, (await ada.posts({ title: 'Rules' })).body.id]
    const pinnedNow = async () =>
      (await ada.get('/v1/posts')).body.pinned.map(({ id, pin }: { id: string; pin: { kind: string } }) => [
        id,
        pin.kind,
      ])

    assert.equal(await pin(t, board, 'list'), 'Nothing is pinned.')
    assert.equal(await pin(t, board, 'add', one), 'Pinned.')
    assert.equal(await pin(t, board, 'add', one), 'It was pinned already.')
    assert.deepEqual(JSON.parse(await pin(t, board, 'add', two.toUpperCase(), '--json')), {
      board: 'named',
      thread_id: two,
      pinned: true,
      replayed: false,
    })
    assert.deepEqual(await pinnedNow(), [
      [two, 'official'],
      [one, 'official'],
    ])
    const listed = await pin(t, board, 'list')
    assert.match(listed.split('\n')[0] as string, new RegExp(`^${two}  official  Board operator  for good  Rules$`))
    assert.deepEqual(JSON.parse(await pin(t, board, 'list', '--json')), (await board.call('/pins')).body)

    assert.equal(await pin(t, board, 'remove', two), 'Unpinned.')
    assert.equal(await pin(t, board, 'remove', two), 'It has no official pin.')
    assert.deepEqual(await pinnedNow(), [[one, 'official']])
  })

  it('are listed one per line, whatever characters a title contains', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { id } = (await ada.posts({ title: '\u001b[2J\u0007Tidy\n0000  official\u202e' })).body
    await pin(t, board, 'add', id)

    assert.equal(
      await pin(t, board, 'list'),
      `${id}  official  Board operator  for good  ␛[2J␇Tidy␊0000  official<U+202E>`,
    )
    const json = await pin(t, board, 'list', '--json')
    assert.doesNotMatch(json, /[\p{Cc}\p{Cf}]/u)
    assert.match(JSON.parse(json).pinned[0].title, /\u202e$/)
  })

  it('are kept on the board that the command names', async (t) => {
    await using board = await openBoard(engine)
    const thread = (await visitorOn(board).says()).body.id

    await pin(t, board, 'add', thread, '--board', 'b')

    const { body } = await visitorOn(board).get('/b')
    assert.deepEqual([body.pinned[0].thread_id, body.pinned[0].pinner], [thread, 'Board operator'])
    assert.equal(await pin(t, board, 'list'), 'Nothing is pinned.')
    await pin(t, board, 'remove', thread, '--board', 'b')
    assert.deepEqual((await visitorOn(board).get('/b')).body.pinned, [])
  })

  it('are refused in one line when the target is not a thread', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    const reply = (await ada.replies(thread)).body.id

    const [unknown, ofReply, nonsense, elsewhere] = await Promise.all([
      failing(board, 'add', crypto.randomUUID()),
      failing(board, 'add', reply),
      failing(board, 'add', 'x'),
      failing(board, 'add', thread, '--board', 'x'),
    ])

    assert.deepEqual([unknown.code, ofReply.code, nonsense.code, elsewhere.code], [3, 3, 3, 2])
    for (const { stderr } of [unknown, ofReply, nonsense]) assert.equal(stderr.split('\n').length, 1, stderr)
    assert.match(unknown.stderr, /^There is no thread with this id on this board; --board b/)
    assert.ok(ofReply.stderr.includes(thread), ofReply.stderr)
    assert.match(nonsense.stderr, /must be a UUID/)
    assert.match(elsewhere.stderr, /named, b/)
    assert.deepEqual((await board.call('/pins')).body.pinned, [])
  })
})
