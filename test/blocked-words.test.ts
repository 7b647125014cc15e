/** The operator's file of blocked words: what it may hold, and when it is read. */
import assert from 'node:assert/strict'
import { rmSync, utimesSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openBlockedWords, parseWords } from '../src/assembly/blocked-words.ts'
import { ConfigError } from '../src/settings/config.ts'
import { wordsFile } from './setup/blocked-words.ts'
import { freshDatabase } from './setup/databases.ts'
import { launch } from './setup/processes.ts'

function recorder() {
  const lines: string[] = []
  return {
    lines,
    info: (_fields: unknown, text: string) => void lines.push(text),
    error: (text: string) => void lines.push(text),
  }
}

describe('a file of blocked words', () => {
  it('has two sections, phrases, comments and empty lines', () => {
    const text = '\uFEFF# ours\r\n\r\n[hard]\r\nfoo # why\r\n  two words \r\n[soft]\r\nC#\r\n.NET\r\n❤️\r\n[hard]\r\nbar'
    assert.deepEqual(parseWords(text), { hard: ['foo', 'two words', 'bar'], soft: ['C#', '.NET', '❤️'] })
    assert.deepEqual(parseWords(''), { hard: [], soft: [] })
  })

  const bad: [string, string | Buffer, RegExp][] = [
    ['a word before the first section', 'foo\n[hard]\n', /line 1 stands before the first section/],
    ['another section', '[hard]\nfoo\n\n[medium]\nbar\n', /line 4 names another section/],
    ['an entry without a word', '[hard]\n!!!\n', /line 2 has neither a letter nor a digit nor a symbol/],
    ['a character that nobody sees', '[hard]\n\uFE0F\n', /line 2 has neither/],
    ['other bytes than UTF-8', Buffer.from([0x5b, 0xff, 0xfe]), /it is not UTF-8/],
    ['more than a megabyte', `[hard]\n${'word\n'.repeat(220_000)}`, /it is larger than 1048576 bytes/],
  ]
  for (const [what, text, problem] of bad)
    it(`is refused at the start with ${what}`, () => {
      using words = wordsFile(text)
      assert.throws(
        () => openBlockedWords(words.path, recorder() as never),
        (error: Error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, /^BLOCKED_WORDS_FILE=/)
          assert.match(error.message, problem)
          assert.match(error.message, /\[hard\] and \[soft\]/)
          assert.doesNotMatch(error.message, /\n/)
          return true
        },
      )
    })

  it('stops a process that cannot read it, with one line', async () => {
    const database = await freshDatabase('sqlite')
    const env = { PORT: '0', BASE_URL: 'http://board.test', DATABASE_URL: database.url }
    await using started = launch({ ...env, BLOCKED_WORDS_FILE: '/nowhere/words.txt' })

    assert.deepEqual(await started.exited, { code: 1, signal: null })
    assert.match(
      started.written.stderr,
      /^BLOCKED_WORDS_FILE="\/nowhere\/words.txt" is not accepted: it cannot be read \(ENOENT\).*\n$/,
    )
    await database.remove()
  })

  it('is read again when it has changed, and only then', () => {
    using words = wordsFile('[hard]\nfoo\n')
    const log = recorder()
    const read = openBlockedWords(words.path, log as never)
    const first = read()

    assert.deepEqual(first, { hard: ['foo'], soft: [] })
    assert.equal(read(), first)
    words.write('[soft]\nbarbar\n')
    assert.deepEqual(read(), { hard: [], soft: ['barbar'] })
    words.write('[soft]\nbazbaz\n') // as long as before
    utimesSync(words.path, 1, 1)
    assert.deepEqual(read(), { hard: [], soft: ['bazbaz'] })
    assert.equal(log.lines.length, 2)
  })

  it('keeps its last good words while it is broken or missing, and each such version is logged once', () => {
    using words = wordsFile('[hard]\nfoo\n')
    const log = recorder()
    const read = openBlockedWords(words.path, log as never)

    words.write('[hard]\nfoo\n[oops]\n')
    assert.deepEqual([read(), read(), read()], Array(3).fill({ hard: ['foo'], soft: [] }))
    assert.equal(log.lines.length, 1)
    assert.match(log.lines[0] as string, /line 3 names another section.*stay in force/)
    rmSync(words.path)
    assert.deepEqual([read(), read()], Array(2).fill({ hard: ['foo'], soft: [] }))
    assert.equal(log.lines.length, 2)
    words.write('[hard]\nbar\n')
    assert.deepEqual(read(), { hard: ['bar'], soft: [] })
  })
})
