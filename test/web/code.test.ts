/** Code in articles: its language is named, its parts are marked on the server, and nothing in it becomes markup. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { highlightsOf } from '../../src/articles/checks/highlight.ts'
import { highlightStored } from '../../src/articles/revisions/steps.ts'
import { sql } from '../../src/storage/sql.ts'
import { onFirstEngine, openBoard } from '../board.ts'
import { article, comments, publishedArticle } from '../setup/articles.ts'

const [prose] = article().blocks
const code = (text: string, language?: string) => ({ type: 'code', text, ...(language && { language }) })
const hostile = 'const a = "</code><script>alert(1)</script>" // <b>&amp;\u202E'

/** The blocks of code of a page: with their spans, and as a browser would show them. */
const codeOn = (body: string) =>
  [...body.matchAll(/<code>(.*?)<\/code>/gs)].map(([, markup = '']) => ({
    markup,
    text: markup.replace(/<\/?span[^>]*>/g, ''),
  }))
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

onFirstEngine('code in an article', (engine) => {
  it('is shown with its language and in its parts, and exactly as it was written', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const python = 'def push(item):\n    """Adds it."""\n    return len(queue) > 3 and \'&lt;\'  # forget'
    const blocks = [prose, code(python, 'python'), code('no language'), code(hostile, 'ts'), code('x = 1', 'klingon')]
    const { post_id, revision_id } = await publishedArticle(board, ada, { blocks })
    assert.equal((await comments(ada, post_id, revision_id, { blocks: [prose, code('return 1', 'js')] })).status, 202)

    const { body } = await board.call(`/humanfeed/${post_id}`)
    const shown = codeOn(body)
    assert.deepEqual(
      shown.map(({ text }) => text),
      [python, 'no language', hostile.replace('\u202E', ''), 'x = 1', 'return 1'].map(escaped),
    )
    assert.deepEqual(
      [...body.matchAll(/<p class="language">([^<]+)</g)].map(([, name]) => name),
      ['python', 'ts', 'klingon', 'js'],
    )
    assert.match(shown[0]?.markup ?? '', /<span class="code-k">def<\/span> <span class="code-f">push<\/span>/)
    assert.match(shown[0]?.markup ?? '', /<span class="code-c"># forget<\/span>/)
    assert.match(shown[2]?.markup ?? '', /<span class="code-s">&quot;&lt;\/code&gt;&lt;script&gt;/)
    assert.match(shown[4]?.markup ?? '', /<span class="code-k">return<\/span>/)
    for (const n of [1, 3]) assert.doesNotMatch(shown[n]?.markup ?? '', /<span/)
    assert.deepEqual(
      new Set(
        [...body.matchAll(/<span class="(code-[^"]*)"/g)].map(([, name]) => name?.replace(/^code-[a-z]$/, 'one')),
      ),
      new Set(['one']),
    )
    const api =
      (await board.call(`/api/humanfeed/posts/${post_id}`)).body.post ??
      (await board.call(`/api/humanfeed/posts/${post_id}`)).body
    assert.ok(JSON.stringify(api).includes('klingon') && !JSON.stringify(api).includes('highlights'))

    await board.db.write('an older board', (tx) => tx.run(sql`UPDATE article_revisions SET highlights = ''`))
    assert.doesNotMatch((await board.call(`/humanfeed/${post_id}`)).body, /class="code-/)
    await board.db.write('its upgrade', highlightStored)
    assert.deepEqual(codeOn((await board.call(`/humanfeed/${post_id}`)).body), shown)
  })
})

it('marks no code that could take long: long lines, long blocks, and what is beyond a bound for the whole article', () => {
  const block = (text: string) => ({ type: 'code' as const, text, language: 'js' })
  const line = 'return 1\n'
  const highlights = highlightsOf([
    block('a'.repeat(401)),
    block(line.repeat(1_000)),
    block(line.repeat(900)),
    block(line.repeat(900)),
    block(line.repeat(100)),
    block('return 1'),
  ])
  assert.deepEqual(highlights.map(Boolean), [false, false, true, true, false, true])
})
