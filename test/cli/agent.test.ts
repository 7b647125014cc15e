/** The command line of agents, on a board that listens. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { visibleJson, visibleLine, visibleText } from '../../src/cli/visible.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
import { engines } from '../setup/databases.ts'
import { openListeningBoard } from '../setup/listening.ts'

const root = join(import.meta.dirname, '../..')
const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** A home with a shell, in which commands are typed. */
function openHome(env: Record<string, string>) {
  const path = mkdtempSync(join(tmpdir(), 'board-home-'))
  const start = (words: readonly string[], more: Record<string, string> = {}) =>
    spawn(process.execPath, ['src/main.js', ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, HOME: path, ...env, ...more },
    })
  /** Returns what was printed, or the exit code and what was said. */
  const type = async (words: readonly string[], { input = '', ...more }: Record<string, string> = {}) => {
    const child = start(words, more)
    child.stdin.end(input)
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return code === 0 ? out.trimEnd() : `${code} ${error.trim()}`
  }
  const json = async (words: readonly string[], more?: Record<string, string>) =>
    JSON.parse(await type([...words, '--json'], more))
  return { path, start, type, json, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Sets the title, clears the screen, moves the cursor, as C1 and DEL, and turns the order of letters. */
const hostile =
  '\u001b]0;owned\u0007\u001b[2J\u001b[10A \u009b31m \u009d0;x\u009c \u007f\u0008\r \u202eabc\u2066 \u200f \u061c'
const control = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

describe('the command line of agents', { skip: !engines.includes('sqlite') }, () => {
  it('registers, posts, replies, reads, searches, votes, acknowledges and deletes', async () => {
    await using board = await openListeningBoard('sqlite')
    using ada = openHome({ BOARD_URL: board.url })
    const bob = { BOARD_KEY: (await board.account('bob')).key }
    const profile = join(ada.path, '.config/posting-board/profile.json')

    assert.match(await ada.type(['read']), /^3 There is no key for /)
    assert.match(
      await ada.type(['register', 'ada', '--description', 'Reads logs.']),
      /^Registered ada\. The key is in /,
    )
    assert.equal(statSync(profile).mode & 0o777, 0o600)
    const other = join(ada.path, 'other')
    writeFileSync(other, 'of somebody else')
    symlinkSync(other, `${profile}.new`)
    const key = JSON.parse(readFileSync(profile, 'utf8')).key
    assert.match(await ada.type(['login'], { input: key }), /^Logged in as ada/)
    assert.equal(readFileSync(other, 'utf8'), 'of somebody else')
    assert.equal(JSON.parse(readFileSync(profile, 'utf8')).key, key)
    assert.match(await ada.type(['register', 'ada-two']), /^3 .*holds the key of another account/)

    const thread = await ada.type(['post', 'Hello', 'Who', 'else', 'reads logs?', '--topic', 'logs'])
    const again = ['post', 'Again', '-', '--request-id', 'the-post-of-ada-1']
    const receipt = await ada.json(again, { input: 'From standard input.\n' })
    assert.equal((await ada.json(again, { input: 'From standard input.\n' })).replayed, true)
    const reply = await ada.type(['reply', thread, `I do, @ada. ${hostile}`], bob)

    assert.deepEqual(
      (await ada.json(['read', '--limit', '3'])).items.map(({ id }: { id: string }) => id),
      [reply, receipt.id, thread],
    )
    assert.equal((await ada.type(['read', '--threads', '--topic', 'logs'])).split('\t')[0], thread)
    assert.match(
      await ada.type(['search', 'standard', 'input']),
      new RegExp(`^${receipt.id}\tada\tgeneral\t0\tAgain: From`),
    )

    const shown = await ada.type(['thread', thread])
    assert.match(shown, /^Hello\nada {2}.*\n\nWho else reads logs\?\n\nbob {2}[\s\S]*I do, @ada\. ␛\]0;owned␇␛\[2J/)
    for (const words of [['thread', thread], ['read'], ['inbox'], ['read', '--json'], ['thread', thread, '--json']])
      assert.doesNotMatch(await ada.type(words), control, words.join(' '))
    assert.ok((await ada.json(['thread', thread])).replies.items[0].body.endsWith(hostile), 'JSON means the same text')

    assert.equal(await ada.type(['vote', reply, 'up']), 'Counted with weight 1.')
    assert.equal(await ada.type(['vote', reply, 'up']), 'You have voted so before.')
    assert.match(await ada.type(['vote', thread, 'up']), /^3 SELF_VOTE: /)
    assert.equal((await ada.json(['inbox', '--ack'])).items.length, 1)
    assert.equal((await ada.json(['inbox'])).items.length, 0)
    assert.match(await ada.type(['delete', thread]), /^3 .*repeat the command with --yes/)
    assert.equal(await ada.type(['delete', thread, '--yes']), 'Deleted.')

    chmodSync(profile, 0o644)
    assert.match(await ada.type(['read']), /^3 Others can read .*chmod 600/)
  })

  it('logs in, watches, and submits an article from a text file', async () => {
    await using board = await openListeningBoard('sqlite')
    const ada = await board.account('ada')
    using home = openHome({ BOARD_URL: board.url })

    assert.match(await home.type(['login'], { input: 'brd_wrong\n' }), /^3 UNAUTHORIZED: /)
    assert.equal((await home.json(['login'], { input: `${ada.key}\n` })).name, 'ada')
    assert.match(await home.type(['read', '--url', 'http://127.0.0.1:1']), /^3 There is no key for http:\/\/127/)
    const elsewhere = ['read', '--url', 'http://127.0.0.1:1', '--patience', '1']
    assert.match(
      await home.type(elsewhere, { BOARD_KEY: ada.key }),
      /^4 UNREACHABLE: http:\/\/127\.0\.0\.1:1 does not answer/,
    )

    const ids = [(await ada.posts()).body.id, (await ada.posts()).body.id]
    const watching = home.start([
      'watch',
      '--topic',
      'general',
      '--from',
      'start',
      '--checkpoint',
      join(home.path, 'position'),
      '--json',
    ])
    const seen: string[] = []
    for await (const line of createInterface({ input: watching.stdout })) {
      seen.push(JSON.parse(line).id)
      if (seen.length === 2) ids.push((await ada.posts({ title: 'A later one' })).body.id)
      if (seen.length === 3) watching.kill('SIGKILL')
    }
    assert.deepEqual(seen, ids)
    assert.match(readFileSync(join(home.path, 'position'), 'utf8'), /^[23]\n$/) // the kill may come after the third

    const file = join(home.path, 'queue.txt')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="4"/></svg>'
    writeFileSync(join(home.path, 'queue.svg'), svg)
    const story = 'The queue grew in the evening because two of the readers had stopped,\nand nobody noticed it.'
    writeFileSync(file, `# The evening queue\n\n${story}\n\n## What we saw\n\n![A bar that is half full.](queue.svg)\n`)
    const { item } = await home.json(['article', 'submit', file])
    assert.match(await home.type(['article', 'list']), new RegExp(`^${item.id}\tada\tThe evening queue$`))
    const read = await home.type(['article', 'read', item.id])
    assert.match(
      read,
      /^The evening queue\n\nada .*awaiting_votes\n\nThe queue grew .* stopped, and nobody [\s\S]*What we saw/,
    )
    assert.equal(await home.type(['article', 'withdraw', item.id, '--yes']), 'Withdrawn.')
  })

  it('shows tables and colours in a terminal, and opens an editor there', {
    skip: !isInstalled('script'),
  }, async () => {
    await using board = await openListeningBoard('sqlite')
    const ada = await board.account('ada')
    using home = openHome({ BOARD_URL: board.url, BOARD_KEY: ada.key })
    const editor = join(home.path, 'editor.sh')
    writeFileSync(editor, '#!/bin/sh\nprintf "Written by %s.\\n" "$1" > "$2"\n', { mode: 0o700 })
    const typed = async (line: string, more: Record<string, string> = {}) => {
      const env = {
        PATH: process.env.PATH,
        HOME: home.path,
        BOARD_URL: board.url,
        BOARD_KEY: ada.key,
        TERM: 'xterm',
        ...more,
      }
      const command = `${process.execPath} src/main.js ${line}`
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd: root,
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const [out] = await Promise.all([text(child.stdout), once(child, 'close')])
      return out
    }

    const id = (await typed('post Edited', { EDITOR: `${editor} hand` })).trim()
    assert.equal((await ada.reads(id)).body.post.body, 'Written by hand.')
    const coloured = await typed('read')
    const heads = `id${' '.repeat(36)}author  topic    score  text`
    assert.ok(coloured.includes(`\u001b[1m${heads}\u001b[22m`), JSON.stringify(coloured))
    assert.match(coloured, /Edited: /)
    const plain = await typed('read', { NO_COLOR: '1' })
    assert.ok(!plain.includes('\u001b'), JSON.stringify(plain))
  })
})

/** A board that is hostile itself: every text in its answers is. */
async function listenAsHostileBoard() {
  const message = { id: hostile, author: hostile, topic: hostile, score: 1, title: hostile, preview: hostile, seq: 1 }
  const post = { ...message, created_at: hostile, body: hostile, revision_status: hostile, blocks: [{ text: hostile }] }
  const page = { items: [message], replies: { items: [post] }, post, resume_after: 1, latest_seq: 1, next_after: null }
  const receipt = { id: hostile, item: { id: hostile }, revision_status: hostile, replayed: false, weight: hostile }
  const answer = JSON.stringify({ ...page, ...receipt, name: hostile, api_key: 'brd_key', deleted: true })
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json').end(answer)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

describe('an address or a key that cannot be one of a board', () => {
  it('is a bad setting, and nothing is sent', async () => {
    using home = openHome({})
    const good = { BOARD_URL: 'http://127.0.0.1:9', BOARD_KEY: 'brd_key', HOME: home.path }
    for (const wrong of [{ BOARD_URL: 'ftp://127.0.0.1' }, { BOARD_URL: 'nowhere' }, { BOARD_KEY: 'brd_“key”' }]) {
      const { code, stderr } = await runFailingCommand(
        { databaseUrl: '', env: { ...good, ...wrong } },
        'post',
        'A',
        'b',
      )
      assert.deepEqual([code, /^The (url|key) /.test(stderr)], [1, true], stderr)
    }
  })
})

describe('text of others', () => {
  it('is safe in what every command of agents prints, also if the board itself is hostile', async (t) => {
    await using board = await listenAsHostileBoard()
    using home = openHome({})
    const env = { BOARD_URL: board.url, BOARD_KEY: 'brd_key', HOME: home.path }
    const file = join(home.path, 'article.txt')
    writeFileSync(file, 'A title\n\nA text.')
    const commands = [
      ...[
        ['register', 'ada'],
        ['post', 'A', 'b'],
        ['reply', 'an-id', 'b'],
        ['vote', 'an-id', 'up'],
      ],
      ...[['delete', 'an-id', '--yes'], ['read'], ['thread', 'an-id'], ['search', 'a'], ['inbox', '--ack']],
      ...[
        ['article', 'submit', file],
        ['article', 'list'],
        ['article', 'read', 'an-id'],
      ],
    ]
    for (const words of commands)
      for (const flags of [[], ['--json']])
        if (flags.length === 0 || words[0] !== 'register')
          assert.doesNotMatch(
            await runCommand(t, { databaseUrl: '', env }, ...words, ...flags),
            control,
            `${words} ${flags}`,
          )
  })

  it('is shown with visible control characters, and as JSON of the same meaning', () => {
    const all = String.fromCodePoint(...Array.from({ length: 0x3000 }, (_, n) => n), 0xe0041, 0xfeff)
    for (const shown of [visibleLine(all), visibleText(all), visibleJson(all)]) assert.doesNotMatch(shown, control)
    assert.equal(visibleLine('a\u001b[31m\n\u009b\u202e\u007f'), 'a␛[31m␊<U+009B><U+202E>␡')
    assert.equal(visibleText('a\tb\nc'), 'a    b\nc')
    assert.equal(JSON.parse(visibleJson(`${hostile}${all}`)), `${hostile}${all}`)
    assert.equal(visibleLine('Grüße, 日本語 🎉'), 'Grüße, 日本語 🎉')
  })
})

describe('completion', () => {
  const scriptFor = async (home: ReturnType<typeof openHome>, shell: string) => {
    const file = join(home.path, shell)
    writeFileSync(file, await home.type(['completion', shell]))
    return file
  }
  const run = (shell: string, script: string) => spawnSync(shell, ['-c', script], { encoding: 'utf8' })

  it('completes commands and flags in bash', { skip: !isInstalled('bash') }, async () => {
    using home = openHome({})
    const file = await scriptFor(home, 'bash')
    const complete = (...words: string[]) => {
      const typed = `COMP_WORDS=(posting-board ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`
      return run('bash', `. ${file}; ${typed}; _posting_board; echo "\${COMPREPLY[@]}"`).stdout.trim()
    }
    assert.equal(complete('re'), 'restore register read reply')
    assert.equal(complete('article', 'su'), 'submit')
    assert.equal(complete('article', 'submit', '--rev'), '--revise')
    assert.equal(complete('post', 'Hello', '--to'), '--topic')
  })

  it('completes commands and flags in zsh', { skip: !isInstalled('zsh') }, async () => {
    using home = openHome({})
    const file = await scriptFor(home, 'zsh')
    const typed = 'words=(posting-board article ""); CURRENT=3; _posting_board'
    const { stdout, stderr } = run('zsh', `compdef() { }; compadd() { shift; print -r -- "$@" }; . ${file}; ${typed}`)
    assert.equal(stdout.trim(), 'submit list read withdraw --help', stderr)
  })

  it('completes commands, flags and files in fish', { skip: !isInstalled('fish') }, async () => {
    using home = openHome({})
    const file = await scriptFor(home, 'fish')
    const complete = (typed: string) =>
      run('fish', `. ${file}; complete -C 'posting-board ${typed}'`).stdout.split('\n')
    assert.deepEqual(complete('re'), ['read', 'register', 'reply', 'restore', ''])
    assert.deepEqual(complete('article '), ['list', 'read', 'submit', 'withdraw', '--help', ''])
    assert.deepEqual(complete('article submit --rev'), ['--revise', ''])
    assert.deepEqual(complete(`restore ${file.slice(0, -1)}`), [file, ''])
  })

  it('has a line for every command in fish, and no other shell', async () => {
    using home = openHome({})
    const script = readFileSync(await scriptFor(home, 'fish'), 'utf8')
    assert.match(script, /-n "__posting_board_at 'article'" -a 'submit list read withdraw --help'/)
    assert.match(await home.type(['completion', 'tcsh']), /^2 .*there is for bash, zsh, fish/)
  })
})
