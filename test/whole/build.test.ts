/** What `npm ci` builds and `npm pack` ships: the same service in few files. */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { version } from '../../src/program/version.ts'
import { article } from '../setup/articles.ts'
import { startRegistry } from '../setup/local-registry.ts'
import { signUp } from '../setup/people.ts'
import { connect, launchProgram, noLimits, SHARED_SECRET } from '../setup/processes.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'board-build-'))
after(() => rmSync(folder, { recursive: true }))

const checkout = join(folder, 'checkout')
for (const name of ['src', 'scripts', 'package.json', 'package-lock.json'])
  cpSync(join(root, name), join(checkout, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
const changed = [
  'src/settings/limits.ts',
  'src/docs/skill.md',
  'src/storage/migrations/0001-board.sql',
  'package-lock.json',
]
for (const file of changed) utimesSync(join(checkout, file), 1, 1)
const build = () => execFileSync(process.execPath, ['scripts/build.js'], { cwd: checkout, stdio: ['ignore', 1, 2] })
build()

const { builtProgram } = await import(pathToFileURL(join(checkout, 'src/program/built-program.js')).href)
const program = join(checkout, 'dist/program.js')

describe('the build of a checkout', () => {
  it('runs instead of the sources that it was made of', () => assert.equal(builtProgram(`${checkout}/`), program))

  for (const file of changed)
    it(`does not run when ${file} has changed since`, () => {
      utimesSync(join(checkout, file), 2, 2)
      assert.equal(builtProgram(`${checkout}/`), undefined)
      utimesSync(join(checkout, file), 1, 1)
      assert.equal(builtProgram(`${checkout}/`), program)
    })

  it('does not run when a source was added or removed, until the next build', () => {
    const [old, added] = ['src/program/version.ts', 'src/added.ts'].map((file) => join(checkout, file)) as [
      string,
      string,
    ]
    cpSync(old, added)
    assert.equal(builtProgram(`${checkout}/`), undefined)
    build()
    assert.equal(builtProgram(`${checkout}/`), program)
    rmSync(added)
    assert.equal(builtProgram(`${checkout}/`), undefined)
    build()
    assert.equal(builtProgram(`${checkout}/`), program)
  })
})

const consumer = `import { connect } from 'posting-board/client'
import { fileCheckpoint } from 'posting-board/client/file'

const board = connect({ url: 'http://localhost:8080' })
const { id }: { id: string } = await board.posts.create({ title: 'Hello', body: 'Who reads this?' })
// @ts-expect-error: a thread has a body
await board.posts.create({ title: 'Hello' })
for await (const message of board.follow({ checkpoint: fileCheckpoint('seen') })) console.log(id, message.seq)
`

/** npm as on a new machine, with the packages that are installed here. */
async function npm(words: readonly string[], cwd: string) {
  using registry = await startRegistry()
  const settings = [
    '--no-audit',
    '--no-update-notifier',
    '--userconfig',
    '/dev/null',
    '--cache',
    join(folder, 'npm'),
    '--registry',
    registry.address,
  ]
  const env = { PATH: process.env.PATH, HOME: folder }
  return await promisify(execFile)('npm', [...words, ...settings], { cwd, env })
}

describe('the package', async () => {
  const project = join(folder, 'project')
  const packed = join(project, 'node_modules/posting-board')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{}')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 2],
  })
  const installed = await npm(['install', join(folder, `posting-board-${version}.tgz`)], project)
  const manifest = (place: string) => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))

  it('is installed by npm without a warning, and run by npx', async () => {
    assert.equal(installed.stderr, '')
    assert.match(installed.stdout, /^added \d+ packages/m)
    const { stdout, stderr } = await npm(['exec', '--offline', 'posting-board', '--', '--help'], project)
    assert.match(stdout, /^Usage: posting-board /)
    assert.equal(stderr, '')
  })

  it('names nothing that is not in it, and leaves the checkout as it was', () => {
    const { bin, exports, dependencies, engines, ...rest } = manifest(packed)
    assert.deepEqual(Object.keys(rest), ['name', 'version', 'description', 'license', 'type', 'files'])
    assert.deepEqual([dependencies, engines], [manifest(root).dependencies, { node: '>=24' }])
    const named = [bin, ...Object.values(exports)].flatMap((files) =>
      typeof files === 'string' ? files : Object.values(files as Record<string, string>),
    )
    for (const file of named) assert.ok(readFileSync(join(packed, file)).length > 0, file)
    assert.deepEqual(manifest(checkout), manifest(root))
  })

  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const)
    it(`has types that TypeScript finds with ${moduleResolution}`, () => {
      writeFileSync(join(project, 'agent.mts'), consumer)
      const words = ['--noEmit', '--strict', '--target', 'es2022', '--module', module]
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), ...words, '--moduleResolution', moduleResolution, 'agent.mts'],
        { cwd: project, encoding: 'utf8' },
      )
      assert.equal(status, 0, stdout)
    })

  it('names the sources in the stack of an error', async () => {
    const fault = `import { DatabaseSync } from 'node:sqlite'
      DatabaseSync.prototype.exec = () => { throw new TypeError('made by the test') }`
    const env = {
      DATABASE_URL: `file:${join(folder, 'faulty.db')}`,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    }

    await using server = launchProgram(['dist/main.js', 'serve'], env, checkout)
    await server.exited
    assert.match(server.written.stderr, /made by the test\n(.*\n)* +at .*src\/storage\/sqlite-connection\.ts:\d+/)
    assert.doesNotMatch(server.written.stderr, /dist\//)
  })

  it('serves everything without the sources', async () => {
    const place = { HOST: '127.0.0.1', PORT: '0', BASE_URL: 'http://board.test', SECRET_KEY: SHARED_SECRET }
    const env = { ...place, ...noLimits, DATABASE_URL: `file:${join(folder, 'board.db')}` }

    await using server = launchProgram(['dist/main.js', 'serve'], env, packed)
    const line = await server.logged('listening')
    assert.ok(line, server.written.stderr)
    const { call, close } = connect(`http://127.0.0.1:${line.port}`)
    const author = await signUp(call, 'author')
    const submitted = await author.send('/v1/humanfeed/posts', article()) // in the thread that prepares articles
    assert.equal(submitted.status, 202)
    assert.equal(submitted.body.revision_status, 'awaiting_votes')
    for (const path of ['/skill.md', '/openapi.json', '/humanfeed/']) assert.equal((await call(path)).status, 200, path)
    const page = await call('/skill.md', { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })
    const [style] = /\/assets\/board-[\w-]+\.css/.exec(String(page.body)) ?? []
    assert.ok(style, 'a page of the docs names its style')
    assert.equal((await call(style)).status, 200)
    close()
    assert.deepEqual(await server.stop(), { code: 0, signal: null })
  })
})
