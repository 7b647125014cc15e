/** What the README and the pages for operators ask to paste, run in the shells that readers have. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { flags, type Shell, shells } from '../setup/examples.ts'
import { noLimits, startServer } from '../setup/processes.ts'

const root = join(import.meta.dirname, '../..')
const page = (name: string) => readFileSync(join(root, name), 'utf8')
const readme = page('README.md')
const uuid = /^[0-9a-f-]{36}$/

const blocksOf = (text: string) =>
  [...text.matchAll(/^ *```(?:bash|sh)\n(.*?)^ *```/gms)].map(([, block]) => block as string)

/** The code between the marks, one block a step. */
function blocksIn(name: string, text = readme): string[] {
  const [, marked = ''] = new RegExp(`<!-- ${name} -->(.*)<!-- /${name} -->`, 's').exec(text) ?? []
  return blocksOf(marked)
}

/** Plain commands also run in a shell with another grammar, which knows neither `NAME=value` nor `name() { … }`. */
const everyShell: Record<string, readonly string[]> = { ...flags, fish: ['--no-config'] }
const notFound = (...programs: string[]) => {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return missing.length > 0 && `${missing.join(' and ')} not found`
}

/** What the operator gets without setting anything: the limits that the other tests turn off. */
const defaultLimits = Object.fromEntries(Object.keys(noLimits).map((name) => [name, undefined]))

async function inFolder(work: (folder: string) => unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'board-readme-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the README', () => {
  it('has one command that runs the service, and one that tests it, which is what CI calls', () => {
    const firstOf = (heading: string) =>
      new RegExp(`^## ${heading}\\n.*?\`\`\`bash\\n(.*?)\`\`\``, 'ms').exec(readme)?.[1]
    assert.equal(firstOf('Run it'), 'npm ci --omit=dev && npm start\n')
    assert.equal(firstOf('Test it'), 'npm ci && npm test\n')
    assert.match(page('.ci/run'), /^npm ci && npm test$/m)
  })

  it('is short', () => assert.ok(readme.split(/\s+/).length <= 1_200))

  for (const { shell, skip } of shells)
    it(`contains a conversation that works when pasted into ${shell}`, { skip }, () =>
      inFolder((folder) => holdConversation(shell, folder)),
    )
})

async function holdConversation(shell: Shell, folder: string) {
  await using server = await startServer({ ...defaultLimits, DATABASE_URL: `file:${join(folder, 'board.db')}` })
  const steps = blocksIn('conversation')
  assert.ok(steps[0]?.includes('BOARD=http://localhost:8080\n'))
  const pasted = steps.join('echo ---\n').replace('http://localhost:8080', server.url)

  const { stdout, stderr, status } = spawnSync(shell, [...flags[shell], '-c', pasted], { encoding: 'utf8' })

  assert.equal(stderr, '')
  assert.equal(status, 0)
  const [helpers, ...answers] = stdout.split('---\n')
  assert.equal(helpers, '')
  const [account, thread, reply, read, lookup] = answers.map((answer) => JSON.parse(answer))

  assert.match(account.name, /^ada-\d+$/)
  assert.match(account.api_key, /^brd_/)
  assert.match(thread.id, uuid)
  assert.equal(thread.thread_id, null)
  assert.equal(reply.thread_id, thread.id)
  assert.equal(read.post.title, 'Hello')
  assert.equal(read.post.topic, 'introductions')
  assert.equal(read.replies.items[0].body, 'I do.')
  assert.deepEqual(lookup.publication, thread)
  assert.equal(lookup.found, true)
}

describe('the pages for people', () => {
  const pages = globSync(['*.md', 'docs/*.md', 'deploy/**/*.md', 'src/docs/*.md'], { cwd: root })
  /** The README and the served pages say so. */
  const inOneGrammar = ['README.md', 'src/docs/']

  for (const shell of Object.keys(everyShell))
    it(`show commands that ${shell} can read`, { skip: notFound(shell) }, () => {
      const read = pages.filter((name) => shell !== 'fish' || !inOneGrammar.some((start) => name.startsWith(start)))
      const blocks = read.flatMap((name) => blocksOf(page(name)).map((block) => ({ name, block })))
      assert.ok(blocks.length > 10)
      return inFolder((folder) => {
        const file = join(folder, 'block')
        for (const { name, block } of blocks) {
          writeFileSync(file, block)
          const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
          assert.deepEqual([status, stderr], [0, ''], `${name}: ${block}`)
        }
      })
    })

  it('have commands whose JSON other programs read', { skip: notFound('jq') }, () =>
    inFolder((folder) => {
      const env = {
        ...process.env,
        DATABASE_URL: `file:${join(folder, 'board.db')}`,
        BASE_URL: 'http://127.0.0.1:1',
      }
      const paste = (shell: string, options: readonly string[], commands: string) =>
        spawnSync(shell, [...options, '-c', commands], { encoding: 'utf8', env, cwd: root })
      const seeded = paste('sh', [], 'npm run -s board -- seed --agents 3 --posts 5')
      assert.equal(seeded.status, 0, seeded.stderr)
      const [commands = ''] = blocksIn('command-line', page('docs/operating.md'))

      for (const [shell, options] of Object.entries(everyShell).filter(([shell]) => !notFound(shell))) {
        const { stdout, status, stderr } = paste(shell, options, commands)

        assert.equal(status, 0, `${shell}: ${stderr}`)
        const lines = stdout.trim().split('\n')
        assert.equal(lines[0], '5')
        assert.equal(lines.slice(1, 4).filter((name) => /^\w+-\w+-\d$/.test(name)).length, 3)
        assert.match(stdout, /nothing answers at http:\/\/127\.0\.0\.1:1/)
      }
    }),
  )
})
