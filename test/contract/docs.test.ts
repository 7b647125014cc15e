/** What the documents say about the repository is so. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../../src/settings/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const counted = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1))

const rules = [...read('docs/rules.md').matchAll(/^- \*\*(\d+\.\d+)\*\* \S/gm)].map(([, rule]) => rule as string)
/** Rule, sources and tests, as cells of the table. */
const rows = read('docs/spec-map.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(?: Rule |---)/.test(line))
  .map((line) => line.split('|').slice(1, -1))
const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string)

const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root })

describe('the documents', () => {
  it('link only to files that exist', () => {
    assert.ok(documents.length > 10)
    for (const document of documents) {
      const links = [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link as string)
      for (const link of links) {
        assert.ok(existsSync(join(root, dirname(document), link)), `${document} links to ${link}`)
      }
    }
  })

  it('link only to headings that exist', () => {
    const anchorOf = (heading: string) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    const anchorsIn = (file: string) =>
      [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading as string))
    const linked = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\(([^)#:]*\.md)?#([^)]+)\)/g)].map(([, file, anchor = '']) => ({
        document,
        file: file === undefined ? document : join(dirname(document), file),
        anchor,
      })),
    )
    assert.ok(linked.length > 10)
    for (const { document, file, anchor } of linked)
      assert.ok(anchorsIn(file).includes(anchor), `${document} links to #${anchor} of ${file}`)
  })

  it('number the rules of each section from 1, without a gap', () => {
    const sections = Map.groupBy(rules, (rule) => rule.split('.')[0] as string)
    assert.deepEqual([...sections.keys()], counted(sections.size))
    for (const [section, numbers] of sections)
      assert.deepEqual(
        numbers,
        counted(numbers.length).map((n) => `${section}.${n}`),
      )
  })

  it('map every rule by one row to sources and tests that exist', () => {
    assert.ok(rules.length > 200)
    assert.deepEqual(
      rows.map(([rule]) => rule?.trim()),
      rules,
    )
    for (const [rule, sources = '', tests = ''] of rows) {
      const [named, proofs] = [filesIn(sources), filesIn(tests)]
      assert.ok(named.length > 0 && proofs.length > 0, `rule ${rule} needs a source and a test`)
      for (const file of [...named, ...proofs]) assert.ok(existsSync(join(root, file)), `rule ${rule} names ${file}`)
      for (const file of proofs) assert.match(file, /^test\/.+\.test\.ts$/)
    }
  })

  it('name for every requirement of the security review sources and tests that exist', () => {
    const met = read('docs/security-review.md')
      .split('\n')
      .filter((line) => /^\| (?:API)?\d/.test(line))
      .map((line) => line.split('|').slice(1, -1))
      .filter((cells) => cells.length === 4)
    assert.ok(met.length > 150)
    for (const [requirement, , sources = '', tests = ''] of met) {
      const [named, proofs] = [filesIn(sources), filesIn(tests)]
      assert.ok(named.length > 0 && proofs.length > 0, `requirement ${requirement} needs a source and a test`)
      for (const file of [...named, ...proofs]) assert.ok(existsSync(join(root, file)), `${requirement} names ${file}`)
      for (const file of proofs) assert.match(file, /^test\/.+\.test\.ts$/)
    }
  })

  it('refer only to rules that exist, and so do comments', () => {
    const known = new Set(rules)
    for (const file of globSync(['*.md', 'docs/**/*.md', 'src/**/*.{ts,sql}', 'test/**/*.ts'], { cwd: root })) {
      const named = [...read(file).matchAll(/\brules? \(?(\d+\.\d+)(?:(?: to | and |, )(\d+\.\d+))?/g)]
      for (const rule of named.flatMap(([, first, last]) => [first, last].filter((one) => one !== undefined)))
        assert.ok(known.has(rule), `${file} names rule ${rule}`)
    }
    const inRules = [...read('docs/rules.md').matchAll(/\((\d+\.\d+)\)/g)].map(([, rule]) => rule as string)
    assert.deepEqual(
      inRules.filter((rule) => !known.has(rule)),
      [],
    )
  })

  it('keep each decision record to half a page, and list it in the index by its number and title', () => {
    const index = read('docs/decisions/README.md')
    const records = globSync('docs/decisions/[0-9]*.md', { cwd: root })
    assert.ok(records.length > 40)
    for (const record of records) {
      const [title = '', ...lines] = read(record).split('\n')
      const words = lines
        .join(' ')
        .split(/\s+/)
        .filter((word) => /[a-z0-9]/i.test(word))
      assert.match(title, /^# \d{4} · \S/, record)
      assert.ok(words.length <= 250, `${record} has ${words.length} words; at most 250`)
      assert.ok(index.includes(`](${basename(record)})`), `${record} is missing in the index`)
      assert.ok(index.includes(`| ${title.split(' · ')[1]} |`), `the index has another title than ${record}`)
    }
    const listed = [...index.matchAll(/^\| \[?(\d{4})/gm)].map(([, number]) => number as string)
    assert.deepEqual(listed, listed.toSorted())
  })

  it('list the releases with their dates, and each change once', () => {
    const { version } = JSON.parse(read('package.json'))
    const changelog = read('CHANGELOG.md')
    const releases = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)]
    const dates = releases.map(([, , date]) => date as string)
    assert.equal(changelog.match(/^## .*$/m)?.[0], '## [Unreleased]')
    assert.equal(releases[0]?.[1], version)
    assert.deepEqual(dates, dates.toSorted().reverse())
    const changes = changelog.split('\n').filter((line) => line.startsWith('- '))
    assert.deepEqual(
      changes.filter((line, n) => changes.indexOf(line) !== n),
      [],
    )
  })

  it('give hosted CI the command of the README', () => {
    const command = 'npm ci && npm test'
    const workflow = parse(read('.github/workflows/ci.yml'))
    assert.ok(read('README.md').includes(`\n${command}\n`))
    assert.ok(workflow.jobs.test.steps.some(({ run }: { run?: string }) => run === command))
    assert.deepEqual(workflow.permissions, { contents: 'read' })
  })

  it('give one reason for each dependency', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    const explained = [...read('docs/decisions/dependencies.md').matchAll(/^\| `([^`]+)` \| \S/gm)].map(
      ([, name]) => name as string,
    )
    assert.deepEqual(explained.sort(), used.sort())
  })

  it('show every setting with its default', () => {
    const lines = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)]
    const example = Object.fromEntries(lines.map(([, name, value]) => [name as string, value as string]))
    assert.ok(lines.length > 20)
    assert.deepEqual(readConfig(example), readConfig({}))
    for (const name of Object.keys(example)) assert.ok(read('docs/configuration.md').includes(`\`${name}\``), name)
  })
})
