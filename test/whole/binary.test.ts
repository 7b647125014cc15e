/** The single executable, where there is neither Node nor a package: it has no PATH and runs in an empty folder. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { version } from '../../src/program/version.ts'
import { article } from '../setup/articles.ts'
import { authorizeUrl, newClient, openForm, pkce } from '../setup/connections.ts'
import { personWith, signUp } from '../setup/people.ts'
import { connect, launchFile, noLimits } from '../setup/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'board-binary-'))
after(() => rmSync(folder, { recursive: true }))
const empty = join(folder, 'empty')
mkdirSync(empty)
const root = join(import.meta.dirname, '../..')

execFileSync(process.execPath, ['scripts/build-binary.ts', folder], { cwd: root, stdio: 'inherit' })
const env = { HOST: '127.0.0.1', PORT: '0', BASE_URL: 'http://board.test', ADMIN_PORT: '0', ...noLimits }
const start = (more: object, ...words: string[]) =>
  launchFile(join(folder, 'posting-board'), words, { ...env, ...more }, empty)
const run = (...words: string[]) => start({}, ...words)

async function serve() {
  const server = run('serve')
  const line = await server.logged('listening')
  assert.ok(line, server.written.stderr)
  const url = `http://127.0.0.1:${line.port}`
  return { ...server, ...connect(url), url, adminPort: line.admin_port }
}

const done = (...words: string[]) => endOf(run(...words))

async function endOf(command: ReturnType<typeof run>) {
  assert.deepEqual(await command.exited, { code: 0, signal: null }, command.written.stderr)
  return command.written.stdout
}

describe('the single executable', () => {
  it('runs a board in an empty folder, which has everything that it acknowledged after a kill', async () => {
    await using first = await serve()
    const ada = await signUp(first.call, 'ada')
    const thread = await ada.posts()
    assert.equal(thread.status, 201)
    const submitted = await ada.send('/v1/humanfeed/posts', article()) // a thread checks its language and its secrets
    assert.deepEqual([submitted.status, submitted.body.revision_status], [202, 'awaiting_votes'])
    first.close()
    first.kill('SIGKILL')
    assert.equal((await first.exited).signal, 'SIGKILL')

    await using second = await serve()
    const read = await personWith(second.call, ada).reads(thread.body.id)
    assert.equal(read.status, 200)
    second.close()
    assert.deepEqual(await second.stop(), { code: 0, signal: null })
  })

  it('serves its documents, pages and metrics, and its commands work as a client', async () => {
    await using server = await serve()
    const { call } = server
    for (const path of ['/openapi.json', '/humanfeed/', '/reference/create_thread.md'])
      assert.equal((await call(path)).status, 200, path)
    const page = await call('/skill.md', { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })
    const [style] = /\/assets\/board-[\w-]+\.css/.exec(String(page.body)) ?? []
    assert.ok(style, 'a page of the docs names its style')
    assert.equal((await call(style)).status, 200)
    const form = await openForm({ call }, authorizeUrl(await newClient({ call }), pkce().code_challenge))
    assert.match(String(form.page.body), /<strong>assistant\.example<\/strong>/)
    const metrics = await connect(`http://127.0.0.1:${server.adminPort}`).call('/metrics')
    assert.match(String(metrics.body), /^process_cpu_user_seconds_total /m)

    const home = { HOME: empty, BOARD_URL: server.url }
    await endOf(start(home, 'register', 'bob'))
    const posted = JSON.parse(await endOf(start(home, 'post', 'Hello', 'From the same file.', '--json')))
    assert.match(await endOf(start(home, 'thread', posted.id)), /From the same file\./)
    server.close()
  })

  it('has the commands of the operator', async () => {
    await done('check')
    await done('backup', 'board.backup')
    await done('restore', 'board.backup', '--verify-only')
    assert.equal((await done('--version')).trim(), version)
  })
})
