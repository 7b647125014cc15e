/** Rows of combining marks must not cost the square of their length. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { normalize } from '../../src/kernel/normalize.ts'
import { openBoard } from '../board.ts'
import { article, comments, publishedArticle, withdraws } from '../setup/articles.ts'
import { codeOf } from '../setup/call.ts'
import { guestOn } from '../setup/guests.ts'

/** In the wrong order, so that the row must be sorted. */
const crowd = (marks: number) => `a${'\u0315\u0300'.repeat(marks / 2)}`
const isMark = /^\p{M}/u
/** True if the character changes places with another mark. */
const isSorted = (character: string) =>
  [`${character}\u0334`, `\u0315${character}`].some((pair) => pair.normalize('NFD') !== pair)

/** Collects how many marks in a row the built-in normalization is given. */
function watchRows(t: TestContext): number[] {
  const rows: number[] = []
  const builtIn = String.prototype.normalize
  t.mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
    rows.push(...Array.from(this.matchAll(/[\p{M}\uff9e\uff9f]+/gu), ([row]) => row.length))
    return builtIn.call(this, form)
  })
  return rows
}

describe('normalization', () => {
  it('is the built-in one for real text', () => {
    const texts = ['', 'Åse', 'A\u030ase', 'ﬁ ｶﾞ', 'ệ', 'e\u0323\u0302', 'q\u0315\u0300', '각', '각', crowd(128)]
    for (const text of texts)
      for (const form of ['NFC', 'NFKC'] as const) assert.equal(normalize(text, form), text.normalize(form))
  })

  it('sorts long rows in parts, wherever their marks come from', (t) => {
    const rows = watchRows(t)
    for (const row of [crowd(130), `${crowd(60_000)}e\u0301`, `a${'\uff9e\u0300'.repeat(1_000)}`])
      assert.ok(normalize(row, 'NFKC').length > row.length - 3)
    assert.equal(Math.max(...rows), 128)
  })

  it('knows every character that begins with a mark which has an order', () => {
    const others: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      const first = String.fromCodePoint(character.normalize('NFKD').codePointAt(0) as number)
      if (!isMark.test(character) && isMark.test(first) && isSorted(first)) others.push(code.toString(16))
    }
    assert.deepEqual(others, ['ff9e', 'ff9f'])
    assert.ok(isSorted('\u0300') && isSorted('\u3099') && !isSorted('\u0e33'))
  })

  it('is used for every text, whoever sends it', async (t) => {
    for (const path of globSync('src/**/*.ts'))
      if (!path.endsWith('kernel/normalize.ts'))
        assert.doesNotMatch(readFileSync(path, 'utf8'), /\.normalize\(\s*'NF/, path)

    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    const rows = watchRows(t)
    const blocks = [...article().blocks, { type: 'code', text: crowd(10_000) }]
    const { post_id, revision_id } = await publishedArticle(board, ada, { blocks })
    const guest = guestOn(board)
    const named = await guest.says({ post_id, revision_id }, 'Hello.', { nickname: crowd(60_000) })
    assert.equal(codeOf(named), '400 INVALID_FIELD')
    await guest.begins('Eve')
    const answers = [
      await guest.says({ post_id, revision_id }, crowd(7_000)),
      await comments(ada, post_id, revision_id, { blocks: [{ type: 'paragraph', text: crowd(4_000) }] }),
      await ada.posts({ title: crowd(150), body: crowd(4_000) }),
      await withdraws(ada, post_id),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 201, 202],
    )
    assert.ok(Math.max(...rows) <= 128, String(Math.max(...rows)))
  })
})
