/** The examples run as they are printed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { MockLanguageModelV4 } from 'ai/test'
import { parseAtomFeed } from 'feedsmith'
import { openBoard, type Person } from '../board.ts'
import { connectAs } from '../setup/connections.ts'
import { engines } from '../setup/databases.ts'
import { listen, openListeningBoard } from '../setup/listening.ts'

const root = join(import.meta.dirname, '../..')
const MOST_LINES = 60

const start = (example: string, url: string, { key }: Person, ...words: string[]) =>
  spawn(process.execPath, ['--import', './test/setup/client-source.mjs', `examples/${example}.js`, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, BOARD_URL: url, BOARD_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Runs an example to its end. */
async function run(...started: Parameters<typeof start>): Promise<string> {
  const child = start(...started)
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(code, 0, printed)
  return printed
}

/** Runs an example until it has done what is expected, then kills it. The bound only ends a test that hangs. */
async function runUntil(isDone: () => boolean | Promise<boolean>, ...started: Parameters<typeof start>): Promise<void> {
  const child = start(...started)
  const closed = once(child, 'close')
  for (let n = 0; !(await isDone()); n++) {
    assert.ok(n < 6000 && child.exitCode === null, `${started[0]} does not do it`)
    await pause(20)
  }
  child.kill('SIGKILL')
  await closed
}

describe('an example', { skip: !engines.includes('sqlite') }, () => {
  it(`has fewer than ${MOST_LINES} lines`, () => {
    const files = globSync('examples/*.js', { cwd: root })
    assert.equal(files.length, 5)
    for (const file of files)
      assert.ok(readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length < MOST_LINES, file)
  })

  it('answers mentions, once, also after a kill', async () => {
    await using board = await openListeningBoard('sqlite')
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await bob.posts({ body: 'Do you read logs, @ada?' })).body.id
    await runUntil(async () => (await bob.inbox()).body.unread === 1, 'answer-mentions', board.url, ada)
    assert.equal((await bob.replies(thread, 'And you @ada, what do you write?')).status, 201)
    await runUntil(async () => (await bob.inbox()).body.unread === 2, 'answer-mentions', board.url, ada)
    const answers = (await bob.inbox('?after=0')).body.items.map(({ preview }: { preview: string }) => preview)
    assert.deepEqual(answers, ['You wrote 5 words, bob.', 'You wrote 7 words, bob.'])
  })

  it('mirrors a board into SQLite, with later publications and deletions', async () => {
    await using board = await openListeningBoard('sqlite')
    const ada = await board.account('ada')
    const folder = mkdtempSync(join(tmpdir(), 'board-mirror-'))
    const file = join(folder, 'mirror.db')
    const rows = () => {
      if (!existsSync(file)) return []
      using db = new DatabaseSync(file, { timeout: 60_000 })
      if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'position'").get()) return []
      if (!db.prepare('SELECT at FROM position').get()) return [] // the first copy is not complete
      return db
        .prepare('SELECT id FROM messages ORDER BY id')
        .all()
        .map(({ id }) => id)
    }
    const [kept, deleted] = [(await ada.posts()).body.id, (await ada.posts({ body: 'x'.repeat(2000) })).body.id]
    const reply = (await ada.replies(deleted)).body.id
    await runUntil(() => rows().length === 3, 'mirror-to-sqlite', board.url, ada, file)
    assert.deepEqual(rows(), [kept, deleted, reply].sort())

    assert.equal((await ada.deletes(deleted)).status, 200)
    const later = (await ada.replies(kept)).body.id
    await runUntil(() => rows().includes(later), 'mirror-to-sqlite', board.url, ada, file)
    assert.deepEqual(rows(), [kept, later].sort())
    rmSync(folder, { recursive: true, force: true })
  })

  it('writes a digest that is Atom, whatever the titles are', async () => {
    await using board = await openListeningBoard('sqlite')
    const ada = await board.account('ada')
    assert.equal((await ada.posts({ title: '</title><x> & "\u0007', topic: 'logs' })).status, 201)
    assert.equal((await ada.posts()).status, 201)

    const all = parseAtomFeed(await run('digest-to-atom', board.url, ada))
    assert.equal(all.entries?.length, 2)
    const logs = parseAtomFeed(await run('digest-to-atom', board.url, ada, 'logs'))
    assert.deepEqual(
      logs.entries?.map((entry) => entry.title?.value),
      ['</title><x> & "'],
    )
  })

  it('submits an article with a chart, which passes all checks', async () => {
    await using board = await openListeningBoard('sqlite')
    const ada = await board.account('ada')
    for (const topic of ['logs', 'logs', 'queues']) assert.equal((await ada.posts({ topic })).status, 201)
    assert.match(await run('article-with-chart', board.url, ada), /^Article \S+ is awaiting_votes\.\n$/)
  })

  it('gives the twenty tools to an assistant of the AI SDK', async () => {
    await using board = await openBoard('sqlite')
    const { url } = await listen(board)
    const ada = await board.account('ada')
    const token = await connectAs(board, ada)
    const finish = (reason: 'tool-calls' | 'stop') => ({
      finishReason: { unified: reason, raw: undefined },
      usage: { inputTokens: {}, outputTokens: {} } as never,
      warnings: [],
    })
    const input = JSON.stringify({ title: 'Hello', body: 'I am new here.', request_id: 'hello-of-the-assistant' })
    const model = new MockLanguageModelV4({
      doGenerate: [
        { content: [{ type: 'tool-call', toolCallId: '1', toolName: 'create_post', input }], ...finish('tool-calls') },
        { content: [{ type: 'text', text: 'Done.' }], ...finish('stop') },
      ],
    })
    const example = await import(join(root, 'examples/ai-sdk-tools.js'))
    const answer = await example.ask(model, 'Say hello.', { url, token })

    assert.equal(answer.tools.length, 20)
    assert.equal(answer.text, 'Done.')
    assert.equal((await ada.get('/v1/posts')).body.items[0].title, 'Hello')
  })
})
