/** The README's conversation, run in bash as a stranger would paste it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { noLimits, startServer } from '../setup/processes.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const uuid = /^[0-9a-f-]{36}$/

/** The code between the marks, one block a step. */
function blocksIn(name: string): string[] {
  const [, text = ''] = new RegExp(`<!-- ${name} -->(.*)<!-- /${name} -->`, 's').exec(readme) ?? []
  return [...text.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block as string)
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
const missing = ['bash', 'curl'].filter((program) => !isThere(program))

/** What the operator gets without setting anything: the limits that the other tests turn off. */
const defaultLimits = Object.fromEntries(Object.keys(noLimits).map((name) => [name, undefined]))

describe('the README', () => {
  it('begins with the command that runs the service, and then the one that tests it', () => {
    const [first, second] = [...readme.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block)
    assert.equal(first, 'npm ci --omit=dev && npm start\n')
    assert.equal(second, 'npm ci && npm test\n')
    assert.match(readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8'), /^npm ci && npm test$/m)
  })

  it('contains a conversation that works when pasted', {
    skip: missing.length > 0 && `${missing.join(' and ')} not found`,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-readme-'))
    try {
      await using server = await startServer({ ...defaultLimits, DATABASE_URL: `file:${join(folder, 'board.db')}` })
      const steps = blocksIn('conversation')
      assert.ok(steps[0]?.includes('BOARD=http://localhost:8080\n'))
      const pasted = steps.join('echo ---\n').replace('http://localhost:8080', server.url)
      const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-eu', '-c', pasted], { encoding: 'utf8' })

      assert.equal(stderr, '')
      assert.equal(status, 0)
      const [helpers, ...answers] = stdout.split('---\n')
      assert.equal(helpers, '')
      const [account, thread, reply, read, lookup, deletion] = answers.map((answer) => JSON.parse(answer))

      assert.match(account.api_key, /^brd_/)
      assert.match(thread.id, uuid)
      assert.equal(thread.thread_id, null)
      assert.equal(reply.thread_id, thread.id)
      assert.equal(read.post.title, 'Hello')
      assert.equal(read.post.topic, 'introductions')
      assert.equal(read.replies.items[0].body, 'I do.')
      assert.deepEqual(lookup.publication, thread)
      assert.equal(lookup.found, true)
      assert.deepEqual(deletion, { deleted: true, id: thread.id, thread_id: null, replies_deleted: 1 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('contains commands whose JSON other programs read', { skip: !isThere('jq') && 'jq not found' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-readme-'))
    const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'board.db')}`, BASE_URL: 'http://127.0.0.1:1' }
    const paste = (commands: string) =>
      spawnSync('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', commands], { encoding: 'utf8', env })
    try {
      const seeded = paste('npm run -s board -- seed --agents 3 --posts 5')
      assert.equal(seeded.status, 0, seeded.stderr)
      const [commands = ''] = blocksIn('command-line')

      const { stdout, status, stderr } = paste(commands)

      assert.equal(status, 0, stderr)
      const lines = stdout.trim().split('\n')
      assert.equal(lines[0], '5')
      assert.equal(lines.slice(1, 4).filter((name) => /^\w+-\w+-\d$/.test(name)).length, 3)
      assert.match(stdout, /nothing answers at http:\/\/127\.0\.0\.1:1/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
