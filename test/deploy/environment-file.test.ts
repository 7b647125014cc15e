/** The operator's command has the settings of the service: it reads their file as systemd does. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** Systemd's own reader of such files that runs without a running systemd; unlike EnvironmentFile= it replaces $NAME. */
const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

/** Lines of a file, and the values that systemd.exec(5) gives them. */
const table: [lines: string, values: Record<string, string>][] = [
  ['PLAIN=value', { PLAIN: 'value' }],
  ['URL=postgres://board:a&b$c;d@db.example/board?x=1#y', { URL: 'postgres://board:a&b$c;d@db.example/board?x=1#y' }],
  ['SPACES =  two words  ', { SPACES: 'two words' }],
  ['  INDENTED=value', { INDENTED: 'value' }],
  ['HASH=a # b ; c', { HASH: 'a # b ; c' }],
  ['SIGNS=a|b<c>d(e)f*g?h!i~j`k{l}', { SIGNS: 'a|b<c>d(e)f*g?h!i~j`k{l}' }],
  ['DOLLARS=$HOME $(id) `id`', { DOLLARS: '$HOME $(id) `id`' }],
  ['QUOTED="  a & b # c ; d  "', { QUOTED: '  a & b # c ; d  ' }],
  ['SINGLE=\'a "b" \\n $c\'', { SINGLE: 'a "b" \\n $c' }],
  ['ESCAPED="a \\" b \\\\ c \\$ d \\` e \\n f"', { ESCAPED: 'a " b \\ c $ d ` e \\n f' }],
  ['PARTS="a" \'b\' c', { PARTS: 'abc' }],
  ['INSIDE=a"b"\'c\'', { INSIDE: 'a"b"\'c\'' }],
  ['BACKSLASH=a\\ b\\\\c\\d\\ ', { BACKSLASH: 'a b\\cd ' }],
  ['CONTINUED=one\\\ntwo\\\n three', { CONTINUED: 'onetwo three' }],
  ['CONTINUED_QUOTED="one\\\ntwo"', { CONTINUED_QUOTED: 'onetwo' }],
  ['SEVERAL="one\ntwo"', { SEVERAL: 'one\ntwo' }],
  ['EMPTY=\nEMPTY_QUOTED=""', { EMPTY: '', EMPTY_QUOTED: '' }],
  ['# COMMENT=a\n; OTHER=b\n  # INDENTED_COMMENT=c', {}],
  ['TWICE=first\nTWICE=second', { TWICE: 'second' }],
  ['export EXPORTED=a\n1DIGIT=b\nNO_SIGN\nDA-SH=c', {}],
  ['EQUALS=a=b==', { EQUALS: 'a=b==' }],
  ['CARRIAGE=a\r\nRETURN=b\r', { CARRIAGE: 'a', RETURN: 'b' }],
  ['LAST="without an end', { LAST: 'without an end' }],
]
const file = table
  .map(([lines]) => `${lines}\n`)
  .join('')
  .trimEnd()
const values = Object.assign({}, ...table.map(([, set]) => set)) as Record<string, string>

/** A folder like that of an installation, with a program that prints what it was started with. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), 'board-environment-'))
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'environment.d'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'deploy'), join(folder, 'deploy'))
  writeFileSync(join(folder, 'src/main.js'), 'console.log(JSON.stringify([process.argv.slice(2), process.env]))')
  writeFileSync(join(folder, 'settings'), file)
  writeFileSync(join(folder, 'environment.d/all.conf'), file)
  const script = readFileSync(join(root, 'deploy/systemd/posting-board'), 'utf8')
    .replaceAll('/opt/posting-board', folder)
    .replaceAll('/etc/posting-board.env', join(folder, 'settings'))
    .replaceAll('!= posting-board', `!= ${userInfo().username}`)
  writeFileSync(join(folder, 'posting-board'), script)
  chmodSync(join(folder, 'posting-board'), 0o755)
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const PATH = process.env.PATH as string

describe('the operator’s command under systemd', () => {
  it('gets every value as systemd.exec(5) says, and its words as they were typed', () => {
    using installed = install()

    const { stdout, stderr } = spawnSync(join(installed.folder, 'posting-board'), ['stats', 'a b', '$x'], {
      env: { PATH },
      encoding: 'utf8',
    })

    assert.equal(stderr, '')
    const [words, env] = JSON.parse(stdout) as [string[], Record<string, string>]
    assert.deepEqual(words, ['stats', 'a b', '$x'])
    const { PATH: _path, PWD: _folder, ...given } = env
    assert.deepEqual(given, values)
  })

  it('gets in this test the same values as from systemd itself', {
    skip: !existsSync(generator) && 'systemd not installed',
  }, () => {
    using installed = install()

    const { stdout } = spawnSync(generator, { env: { PATH, XDG_CONFIG_HOME: installed.folder }, encoding: 'utf8' })

    const printed = new Map(
      stdout.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const unquote = (text = '') =>
      text.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char))
    for (const [name, value] of Object.entries(values))
      if (value !== '' && !/\$/.test(value)) assert.equal(unquote(printed.get(name)), value, name)
    for (const name of ['COMMENT', 'OTHER', 'EXPORTED', 'NO_SIGN']) assert.ok(!printed.has(name), name)
  })
})
