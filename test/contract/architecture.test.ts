/** The tool that checks the import rules really sees what they forbid. That they hold, `npm run check:static` shows. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ts } from '@ts-morph/common'

const root = join(import.meta.dirname, '../..')
const sources = ['src/main.js', 'src/program/built-program.js', ...globSync('src/**/*.ts', { cwd: root })].sort()

type Report = {
  modules: { source: string }[]
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
}

/** Runs the same tool with the same rules as `npm run check`. */
const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const flags = ['--config', join(root, '.dependency-cruiser.mjs')]

function cruise(folder: string): Report {
  const json = spawnSync(process.execPath, [tool, ...flags, '--output-type', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(json.stdout) as Report
}

/** Whether `npm run check` would end there. */
const isRefused = (folder: string) => spawnSync(process.execPath, [tool, ...flags, 'src'], { cwd: folder }).status !== 0

/** A copy of the sources with one line added to some of them. */
function plant(lines: readonly (readonly [file: string, line: string])[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'board-rules-'))
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  cpSync(join(root, 'test/board.ts'), join(copy, 'test/board.ts'))
  writeFileSync(join(copy, 'src/kernel/planted-one.ts'), "import './planted-two.ts'\n")
  writeFileSync(join(copy, 'src/kernel/planted-two.ts'), "import './planted-one.ts'\n")
  for (const [file, line] of lines) appendFileSync(join(copy, file), `\n${line}\n`)
  return copy
}

/** One forbidden import for each rule. */
const forbidden = [
  ['kernel-knows-no-domain', 'src/kernel/random.ts', "import '../accounts/rules.ts'", 'src/accounts/rules.ts'],
  ['order-of-folders', 'src/accounts/rules.ts', "import '../karma/rules.ts'", 'src/karma/rules.ts'],
  ['order-of-folders', 'src/posts/rules.ts', "import '../feeds/view.ts'", 'src/feeds/view.ts'],
  ['order-inside-domains', 'src/posts/table.ts', "import './publishing/rules.ts'", 'src/posts/publishing/rules.ts'],
  ['order-inside-domains', 'src/posts/publishing/steps.ts', "import '../reading/view.ts'", 'src/posts/reading/view.ts'],
  [
    'order-inside-domains',
    'src/articles/content/rules.ts',
    "import '../checks/result.ts'",
    'src/articles/checks/result.ts',
  ],
  ['order-inside-http', 'src/http/ladder/ladder.ts', "import '../body/form.ts'", 'src/http/body/form.ts'],
  ['order-inside-http', 'src/http/answers/json.ts', "import '../server.ts'", 'src/http/server.ts'],
  ['order-of-folders', 'src/http/ladder/ladder.ts', "import '../../mcp/tools.ts'", 'src/mcp/tools.ts'],
  [
    'storage-knows-no-domain',
    'src/storage/counters.ts',
    "import '../http/ladder/paths.ts'",
    'src/http/ladder/paths.ts',
  ],
  ['settings-know-no-domain', 'src/settings/grace.ts', "import '../articles/rules.ts'", 'src/articles/rules.ts'],
  ['log-knows-no-domain', 'src/log/log.ts', "import '../storage/sql.ts'", 'src/storage/sql.ts'],
  ['program-knows-no-domain', 'src/program/own-files.ts', "import '../kernel/must.ts'", 'src/kernel/must.ts'],
  ['worker-prepares-only', 'src/worker/preparation.ts', "import '../posts/rules.ts'", 'src/posts/rules.ts'],
  ['assembly-uses-steps', 'src/assembly/followers.ts', "import '../posts/view.ts'", 'src/posts/view.ts'],
  ['table-is-sql-only', 'src/quotas/table.ts', "import '../accounts/table.ts'", 'src/accounts/table.ts'],
  ['rules-decide-only', 'src/votes/rules.ts', "import '../storage/sql.ts'", 'src/storage/sql.ts'],
  ['view-shapes-only', 'src/pins/view.ts', "import '../me/get-me.ts'", 'src/me/get-me.ts'],
  ['steps-are-no-operations', 'src/me/steps.ts', "import './revoke.ts'", 'src/me/revoke.ts'],
  ['operations-stand-alone', 'src/me/revoke.ts', "import '../posts/delete.ts'", 'src/posts/delete.ts'],
  [
    'checks-stand-below-operations',
    'src/connections/token/issue.ts',
    "import '../../posts/publishing/reply.ts'",
    'src/posts/publishing/reply.ts',
  ],
  [
    'article-checks-decide-only',
    'src/articles/checks/language.ts',
    "import '../../storage/sql.ts'",
    'src/storage/sql.ts',
  ],
  ['client-stands-alone', 'src/client/call.ts', "import '../kernel/random.ts'", 'src/kernel/random.ts'],
  ['client-needs-no-package', 'src/client/call.ts', "import 'commander'", 'node_modules/commander/'],
  ['client-needs-no-files', 'src/client/index.ts', "import 'node:fs'", 'fs'],
  ['rules-do-no-io', 'src/accounts/rules.ts', "import 'node:fs'", 'fs'],
  ['adapters-use-no-table', 'src/http/ladder/ladder.ts', "import '../../accounts/table.ts'", 'src/accounts/table.ts'],
  ['root-uses-no-table', 'src/app.ts', "import './posts/table.ts'", 'src/posts/table.ts'],
  ['root-uses-no-table', 'src/assembly/followers.ts', "import '../posts/table.ts'", 'src/posts/table.ts'],
  ['engines-behind-open', 'src/cli/migrate.ts', "await import('../storage/sqlite.ts')", 'src/storage/sqlite.ts'],
  ['drivers-in-storage', 'src/http/ladder/rate-windows.ts', "import 'node:sqlite'", 'node:sqlite'],
  ['drivers-in-storage', 'src/cli/openapi.ts', "import type { Pool } from 'pg'", 'node_modules/pg/'],
  ['no-test-code', 'src/log/log.ts', "import '../../test/board.ts'", 'test/board.ts'],
  ['only-declared-packages', 'src/settings/config.ts', "import 'fast-check'", 'node_modules/fast-check/'],
  ['nothing-missing', 'src/settings/secrets.ts', "import './nowhere.ts'", './nowhere.ts'],
  ['no-cycles', 'src/kernel/planted-one.ts', '', 'src/kernel/planted-two.ts'],
] as const

const planted = ['src/kernel/planted-one.ts', 'src/kernel/planted-two.ts']

describe('the import rules', () => {
  it('see every source file, and refuse one violation of each rule', () => {
    const copy = plant(forbidden.map(([, file, line]) => [file, line] as const))
    try {
      const report = cruise(copy)

      assert.equal(isRefused(copy), true)
      for (const [rule, file, line, target] of forbidden) {
        const found = report.summary.violations.some(
          ({ from, to, rule: { name } }) => name === rule && from === file && to.includes(target),
        )
        assert.ok(found, `${rule} did not refuse ${line || 'a cycle'} in ${file}`)
      }
      const seen = report.modules.map(({ source }) => source).filter((source) => source.startsWith('src/'))
      assert.deepEqual(new Set(seen), new Set([...sources, ...planted]))
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })

  it('give every sub-folder of a domain its place', async () => {
    const { domainOrders } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
      domainOrders: Record<string, string>
    }
    const placed = Object.entries(domainOrders).flatMap(([domain, order]) =>
      order.split(' ').map((folder) => `src/${domain}/${folder}`),
    )
    const kinds = /\/(?:table|rules|view|steps)\.ts$/
    const domains = new Set(sources.filter((file) => kinds.test(file)).map((file) => file.split('/')[1]))
    const folders = sources.map((file) => file.split('/').slice(0, 3)).filter((parts) => !parts[2]?.includes('.'))
    const needed = new Set(folders.filter(([, domain]) => domains.has(domain)).map((parts) => parts.join('/')))

    assert.deepEqual([...needed].sort(), placed.sort())
  })

  it('are each covered by a violation', async () => {
    const { default: config } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
      default: { forbidden: { name: string }[] }
    }
    const shown = new Set<string>(forbidden.map(([rule]) => rule))
    assert.deepEqual(
      config.forbidden.map(({ name }) => name).filter((name) => !shown.has(name)),
      [],
    )
  })
})

const text = (file: string) => readFileSync(join(root, file), 'utf8')
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(text(file)))

describe('the source', () => {
  it('has no file of more than 300 lines', () => {
    const written = sources.filter((file) => file !== 'src/client/generated.ts')
    const long = written.filter((file) => text(file).split('\n').length > 301)
    assert.deepEqual(long, [])
  })

  it('asserts a type at most four times in 1,000 lines, and checks it elsewhere', () => {
    const written = sources.filter((file) => file.endsWith('.ts') && file !== 'src/client/generated.ts')
    let [lines, assertions] = [0, 0]
    const count = (node: ts.Node) => {
      if (ts.isNonNullExpression(node) || (ts.isAsExpression(node) && node.type.getText() !== 'const')) assertions++
      ts.forEachChild(node, count)
    }
    for (const file of written) {
      const source = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true)
      lines += source.getLineStarts().length
      count(source)
    }
    assert.ok(assertions > 0)
    assert.ok(assertions <= (lines * 4) / 1000, `${assertions} assertions of a type in ${lines} lines`)
  })

  it('reads the time only in kernel/clock.ts, and in the client at one place', () => {
    assert.deepEqual(filesWith(/\bDate\.now\b|\bnew Date\b|\bDate\(\)|process\.hrtime/), [
      'src/client/runtime.ts',
      'src/kernel/clock.ts',
    ])
  })

  it('makes random values only in kernel/random.ts, and in the client at one place', () => {
    assert.deepEqual(filesWith(/\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b|\bgetRandomValues\b/), [
      'src/client/runtime.ts',
      'src/kernel/random.ts',
    ])
  })

  it('imports a database driver only in storage/', () => {
    const driver = /from '(node:sqlite|pg)'|import\('(node:sqlite|pg)'\)/
    assert.deepEqual(filesWith(driver), [
      'src/storage/checkpoint-worker.ts',
      'src/storage/open-in-place.ts',
      'src/storage/postgres-connection.ts',
      'src/storage/sqlite-connection.ts',
    ])
  })

  it('runs nothing in the background', () => {
    assert.deepEqual(filesWith(/\bsetInterval\b|\bnode:cluster\b/), [])
  })

  it('starts a thread only to prepare the input of a request, and to copy the log of SQLite', () => {
    assert.deepEqual(filesWith(/\bnode:worker_threads\b/), ['src/kernel/worker-jobs.ts', 'src/kernel/worker-thread.ts'])
  })

  it('reads messages through storage/removed.ts, and the tables themselves only to write, remove or recount them', () => {
    assert.deepEqual(filesWith(/(?:FROM|JOIN) (?:unsorted_)?posts\b/), [
      'src/karma/table.ts',
      'src/operator/check/board/table.ts',
      'src/operator/check/quotas/table.ts',
      'src/operator/stats/table.ts',
      'src/pins/table.ts',
      'src/posts/table.ts',
      'src/search/table.ts',
      'src/storage/removed.ts',
      'src/unsorted/table.ts',
    ])
  })

  it('asks storage/removed.ts whether a comment is shown, and the column itself only to write or recount it', () => {
    assert.deepEqual(filesWith(/\b[ic]\.readable\b/), [
      'src/articles/events/table.ts',
      'src/articles/items/table.ts',
      'src/articles/site/table.ts',
      'src/articles/states/table.ts',
      'src/operator/check/articles/table.ts',
      'src/storage/removed.ts',
    ])
  })

  it('uses storage in the kernel by its types only', () => {
    const imports = sources
      .filter((file) => file.startsWith('src/kernel/'))
      .flatMap((file) => text(file).match(/^import .*from '\.\.\/storage\/.*$/gm) ?? [])
    assert.ok(imports.length > 0)
    for (const line of imports) assert.match(line, /^import type /)
  })
})
