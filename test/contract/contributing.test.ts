/** Follows the steps of CONTRIBUTING.md, from the empty file to the green check, in a copy of the repository. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const blocks = [...page.matchAll(/<!-- (\S+) -->\n```(ts|diff)\n(.*?)```/gs)].map(([, file, kind, code]) => ({
  file: file as string,
  kind: kind as 'ts' | 'diff',
  code: code as string,
}))

/** Puts each line that the diff adds before or after the one line that it shows for orientation. */
function apply(diff: string, text: string): string {
  const lines = diff.trimEnd().split('\n')
  const landmark = lines.find((line) => line.startsWith(' '))?.slice(1) ?? ''
  assert.ok(text.includes(landmark), `nothing reads ${landmark}`)
  return text.replace(landmark, lines.map((line) => line.slice(1)).join('\n'))
}

it('the steps of CONTRIBUTING.md work as written', () => {
  const copy = mkdtempSync(join(tmpdir(), 'board-walk-'))
  /** With a new environment: the runner would count the tests of a child as its own. */
  const run = (program: string, ...args: string[]) => {
    const NODE_COMPILE_CACHE = join(root, '.cache/compile')
    const env = { PATH: process.env.PATH, BOARD_ENGINES: 'sqlite', NODE_COMPILE_CACHE }
    const options = { cwd: copy, encoding: 'utf8', env } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options)
    assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
    return stdout
  }
  try {
    for (const part of [
      'src',
      'scripts',
      'test/board.ts',
      'test/setup',
      'test/contract',
      'package.json',
      'tsconfig.json',
      'biome.json',
    ])
      cpSync(join(root, part), join(copy, part), { recursive: true })
    cpSync(join(root, '.dependency-cruiser.mjs'), join(copy, '.dependency-cruiser.mjs'))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    assert.equal(blocks.length, 3)
    for (const { file, kind, code } of blocks) {
      const path = join(copy, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, kind === 'ts' ? code : apply(code, readFileSync(path, 'utf8')))
    }
    const written = blocks.filter(({ kind }) => kind === 'ts').map(({ file }) => file)

    run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', '--error-on-warnings', ...written)
    run('node_modules/typescript/bin/tsc')
    const [sources, tests] = ['src/', 'test/'].map((folder) => written.filter((file) => file.startsWith(folder))) as [
      string[],
      string[],
    ]
    run('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.mjs', ...sources)
    const report = run('--test', '--test-isolation=none', ...tests, 'test/contract/catalogue.test.ts')
    assert.match(report, /the form of show_age/)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
