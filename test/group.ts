/** Writes the files that `npm test` runs: each imports many test files, because a process loads the board longer than it runs most of them. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache/tests')

/** With more files in a process the board is loaded less often; with fewer the processes end closer together. */
const FILES_PER_PROCESS = 12
/** Each starts a browser of its own. */
const BROWSER_PROCESSES = 2

/** What takes longest, longest first: no process gets two of these before each has one. */
const longest = [
  'web/articles.browser',
  'web/boxes.browser',
  'web/house.browser',
  'web/agents.browser',
  'web/link-form.browser',
  'model/history',
  'model/serial-order',
  'articles/growth',
  'articles/comments/long-subtrees',
  'articles/actions',
  'whole/never-stale',
  'whole/growth',
  'contract/contributing',
  'client/kills',
  'articles/races',
  'posts/removal',
].map((name) => `test/${name}.test.ts`)

const files = globSync('test/**/*.test.ts', { cwd: root }).sort()
const gone = longest.filter((file) => !files.includes(file))
assert.deepEqual(gone, [], 'test/group.ts names files that are gone')
const ordered = [...longest, ...files.filter((file) => !longest.includes(file))]
const isBrowserTest = (file: string) => file.endsWith('.browser.test.ts')
const others = ordered.filter((file) => !isBrowserTest(file))

/** Deals files like cards, so that neighbours, which often take equally long, are in different processes. */
const deal = (list: readonly string[], processes: number) =>
  Array.from({ length: processes }, (_, first) => list.filter((_, n) => n % processes === first))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** The processes with a browser take longest, so they come first. */
const groups = [
  ...deal(ordered.filter(isBrowserTest), BROWSER_PROCESSES),
  ...deal(others, Math.ceil(others.length / FILES_PER_PROCESS)),
]
for (const [index, group] of groups.entries()) {
  const name = `${String(index).padStart(2, '0')}.mjs`
  writeFileSync(join(folder, name), group.map((file) => `import '../../${file}'\n`).join(''))
}
