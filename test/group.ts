/** Writes the files that `npm test` runs: each imports many test files, because a process loads the board longer than it runs most of them. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFullRun } from './setup/databases.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache/tests')

/** With more files in a process the board is loaded less often; with fewer the processes end closer together. */
const FILES_PER_PROCESS = 20
/** Each starts a browser of its own. */
const BROWSER_PROCESSES = 2

/** What takes most processor time, most first: no process gets two of these before each has one. */
const longest = [
  'web/articles.browser',
  'web/boxes.browser',
  'web/house.browser',
  'web/agents.browser',
  'web/link-form.browser',
  'whole/crash',
  'cli/start',
  'whole/never-stale',
  'contract/contributing',
  'articles/policy/publication',
  'articles/comments/long-subtrees',
  'whole/growth',
  'contract/guards',
  'whole/contract-fuzz',
  'contract/generated-client',
  'model/history',
  'articles/submission/own-text',
  'operator/backup',
  'whole/removal-crash',
  'accounts/lost-registration',
  'client/kills',
  'contract/architecture',
  'deploy/proxies',
  'articles/growth',
  'cli/agent',
].map((name) => `test/${name}.test.ts`)

/** They share three processes of the service (test/setup/deployments.ts), so they share a process. */
const racing = [
  'articles/races',
  'feeds/polling',
  'inboxes/following',
  'model/serial-order',
  'pins/races',
  'votes/races',
  'whole/races',
].map((name) => `test/${name}.test.ts`)

/** What `npm run check` has no time for: it tests each behaviour once, in its own processes. */
const onlyInFullRun = {
  'needs a browser': ['**/*.browser'],
  'installs or builds packages, or runs the programs of others': [
    'contract/{architecture,client,contributing,generated-client}',
    'deploy/*',
    'docs/pages',
    'examples/*',
    'http/real-clients',
    'mcp/{clients,conformance}',
    'whole/{build,binary,readme}',
  ],
  'starts the service again and again, or kills it': [
    'cli/{agent,doctor,loaded,read-only,shutdown,start,unexpected}',
    'client/kills',
    'contract/ending',
    'docs/copied-agent',
    'operator/{backup,backup-under-load,refused-restore}',
    'storage/{killed-migration,silence,unwritable}',
    'unsorted/tickets',
    'whole/{crash,removal-crash}',
  ],
  'repeats at random, or on large boards': [
    'articles/{growth,comments/long-subtrees,submission/own-text}',
    'articles/checks/{language,svg/drawings,svg/flashing,svg/heavy}',
    'changes/mirror',
    'model/*',
    'posts/removal',
    'unsorted/growth',
    'whole/{contract-fuzz,fuzz,growth,growth-of-operations,never-stale}',
  ],
}
const leftOut = Object.values(onlyInFullRun).flatMap((patterns) => patterns.map((name) => `test/${name}.test.ts`))
for (const pattern of leftOut) assert.ok(globSync(pattern, { cwd: root }).length > 0, `test/group.ts names ${pattern}`)

const all = globSync('test/**/*.test.ts', { cwd: root }).sort()
const gone = [...longest, ...racing].filter((file) => !all.includes(file))
assert.deepEqual(gone, [], 'test/group.ts names files that are gone')
const skipped = new Set(isFullRun ? [] : globSync(leftOut, { cwd: root }))
const files = all.filter((file) => !skipped.has(file))
const ordered = [...longest.filter((file) => files.includes(file)), ...files.filter((file) => !longest.includes(file))]
const isBrowserTest = (file: string) => file.endsWith('.browser.test.ts')
const others = ordered.filter((file) => !isBrowserTest(file) && !racing.includes(file))

/** Deals files like cards, so that neighbours, which often take equally long, are in different processes. */
const deal = (list: readonly string[], processes: number) =>
  Array.from({ length: processes }, (_, first) => list.filter((_, n) => n % processes === first))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** The processes with a browser take longest, so they come first. */
const groups = [
  ...deal(ordered.filter(isBrowserTest), BROWSER_PROCESSES),
  racing.filter((file) => files.includes(file)),
  ...deal(others, Math.ceil(others.length / FILES_PER_PROCESS)),
].filter((group) => group.length > 0)
for (const [index, group] of groups.entries()) {
  const name = `${String(index).padStart(2, '0')}.mjs`
  const imports = ['test/setup/ending.ts', ...group].map((file) => `import '../../${file}'\n`)
  writeFileSync(join(folder, name), imports.join(''))
}
