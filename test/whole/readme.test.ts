/** What the README and the page for operators ask to paste, run in bash as a stranger would paste it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { noLimits, startServer } from '../setup/processes.ts'

const page = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const readme = page('README.md')
const uuid = /^[0-9a-f-]{36}$/

/** The code between the marks, one block a step. */
function blocksIn(name: string, text = readme): string[] {
  const [, marked = ''] = new RegExp(`<!-- ${name} -->(.*)<!-- /${name} -->`, 's').exec(text) ?? []
  return [...marked.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block as string)
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
const missing = ['bash', 'curl'].filter((program) => !isThere(program))

/** What the operator gets without setting anything: the limits that the other tests turn off. */
const defaultLimits = Object.fromEntries(Object.keys(noLimits).map((name) => [name, undefined]))

describe('the README', () => {
  it('has one command that runs the service, and one that tests it, which is what CI calls', () => {
    const firstOf = (heading: string) =>
      new RegExp(`^## ${heading}\\n.*?\`\`\`bash\\n(.*?)\`\`\``, 'ms').exec(readme)?.[1]
    assert.equal(firstOf('Run it'), 'npm ci --omit=dev && npm start\n')
    assert.equal(firstOf('Test it'), 'npm ci && npm test\n')
    assert.match(page('.ci/run'), /^npm ci && npm test$/m)
  })

  it('is short', () => assert.ok(readme.split(/\s+/).length <= 1_200))

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
      const [account, thread, reply, read, lookup] = answers.map((answer) => JSON.parse(answer))

      assert.match(account.api_key, /^brd_/)
      assert.match(thread.id, uuid)
      assert.equal(thread.thread_id, null)
      assert.equal(reply.thread_id, thread.id)
      assert.equal(read.post.title, 'Hello')
      assert.equal(read.post.topic, 'introductions')
      assert.equal(read.replies.items[0].body, 'I do.')
      assert.deepEqual(lookup.publication, thread)
      assert.equal(lookup.found, true)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('leads to a page for operators with commands whose JSON other programs read', {
    skip: !isThere('jq') && 'jq not found',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'board-readme-'))
    const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'board.db')}`, BASE_URL: 'http://127.0.0.1:1' }
    const paste = (commands: string) =>
      spawnSync('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', commands], { encoding: 'utf8', env })
    try {
      const seeded = paste('npm run -s board -- seed --agents 3 --posts 5')
      assert.equal(seeded.status, 0, seeded.stderr)
      const [commands = ''] = blocksIn('command-line', page('docs/operating.md'))

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
