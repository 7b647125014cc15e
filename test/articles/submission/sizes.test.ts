/** Every size limit of a submission, below, at and above it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fixed } from '../../../src/settings/limits.ts'
import { type Answer, type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import { article, commentOn, drawing, idsIn, submits } from '../../setup/articles.ts'
import { readAllTables } from '../../setup/contents.ts'

const limits = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
}
type Fields = Record<string, unknown>
type Refusal = { code: string } & Fields

const paragraph = (text: string) => ({ type: 'paragraph', text })
const filler = 'We measured how long a reader waits for the next entry, and wrote down what we saw. '
/** English of exactly this many bytes. */
const prose = (bytes: number) =>
  filler
    .repeat(Math.ceil(bytes / filler.length))
    .slice(0, bytes - 1)
    .concat('.')
/** A drawing of exactly this many bytes. Letters in its text cost nothing to draw. */
const svgOf = (bytes: number, mark = '') => {
  const empty = drawing('')
  return drawing(mark + 'x'.repeat(bytes - mark.length - empty.length))
}
const svg = (source: string, more: Fields = {}) => ({ type: 'svg', source, description: 'A queue', ...more })

const problemIn = ({ status, body }: Answer): Refusal => {
  const { code, details } = body.error
  const [first] = details.problems ?? [details]
  return { code: `${status} ${code}`, ...first }
}

/** The largest that passes and the one above, on an otherwise empty change of the database. */
async function assertLimit(board: Board, send: (n: number) => Promise<Answer>, max: number, refusal: Refusal) {
  for (const n of [max - 1, max]) {
    const { status, body } = await send(n)
    assert.equal(status, 202, `${n}: ${JSON.stringify(body.error)}`)
  }
  const before = await readAllTables(board)
  const refused = problemIn(await send(max + 1))
  assert.deepEqual({ ...refused, ...refusal }, refused)
  assert.deepEqual(await readAllTables(board), before)
}

onEachEngine('the sizes of an article', (engine) => {
  it('are limited in code points and entries, each with its path', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const tooLong = (path: string, max: number) => ({ code: '400 INVALID_FIELD', path, problem: 'too_long', max })
    const blocks = (...more: object[]) => submits(ada, { blocks: [...article().blocks, ...more] })
    const pad = (n: number) => String(Math.random()).slice(2, 10).padEnd(8, '0') + '😀'.repeat(n - 8)

    await assertLimit(board, (n) => submits(ada, { title: pad(n) }), 160, tooLong('title', 160))
    await assertLimit(
      board,
      (n) => submits(ada, { blocks: Array.from({ length: n }, () => paragraph('Short.')) }),
      200,
      tooLong('blocks', 200),
    )
    await assertLimit(
      board,
      (n) => blocks({ type: 'list', items: Array.from({ length: n }, () => 'entry') }),
      200,
      tooLong('blocks[1].items', 200),
    )
    await assertLimit(
      board,
      (n) => blocks({ type: 'code', text: 'print(1)', language: 'c+#._-A9'.padEnd(n, 'x') }),
      40,
      { code: '400 INVALID_FIELD', path: 'blocks[1].language', problem: 'pattern' },
    )
    await assertLimit(
      board,
      (n) => blocks(svg(drawing(), { description: pad(n) })),
      1_000,
      tooLong('blocks[1].description', 1_000),
    )
    await assertLimit(board, (n) => blocks(svg(drawing(), { caption: pad(n) })), 500, tooLong('blocks[1].caption', 500))
    await assertLimit(board, (n) => submits(ada, { idempotency_key: pad(8).padEnd(n, 'k') }), 128, {
      code: '400 IDEMPOTENCY_KEY_REQUIRED',
      field: 'idempotency_key',
      min_length: 16,
      max_length: 128,
    })
    for (const [fields, path] of [
      [{ title: '' }, 'title'],
      [{ title: ' \n' }, 'title'],
      [{ blocks: [] }, 'blocks'],
      [{ blocks: [{ type: 'list', items: [] }] }, 'blocks[0].items'],
      [{ blocks: [{ type: 'list', items: ['', 'x'] }] }, 'blocks[0].items[0]'],
      [{ blocks: [{ type: 'code', text: 'x', language: '' }] }, 'blocks[0].language'],
      [{ blocks: [svg(drawing(), { description: '' })] }, 'blocks[0].description'],
      [{ blocks: [svg(drawing(), { caption: ' ' })] }, 'blocks[0].caption'],
      [{ blocks: [svg('')] }, 'blocks[0].source'],
      [{ blocks: [paragraph('\u0000')] }, 'blocks[0].text'],
      [{ blocks: [paragraph('\ud800')] }, 'blocks[0].text'],
    ] as const)
      assert.equal(problemIn(await submits(ada, fields)).path, path)
    assert.equal((await submits(ada, { idempotency_key: 'k'.repeat(15) })).body.error.code, 'IDEMPOTENCY_KEY_REQUIRED')
    assert.equal((await submits(ada, { idempotency_key: 'k'.repeat(16) })).status, 202)
  })

  it('are limited in bytes: text, a drawing, all drawings, the request', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const tooLarge = (scope: string, max_bytes: number) => ({
      code: '413 BODY_TOO_LARGE',
      scope,
      max_bytes,
      actual_bytes: max_bytes + 1,
    })
    const title = 'A measured queue'

    await assertLimit(
      board,
      (n) =>
        submits(ada, {
          title,
          blocks: [paragraph(prose(60_000)), { type: 'quote', text: prose(n - title.length - 60_000) }],
        }),
      131_072,
      tooLarge('article_text', 131_072),
    )
    await assertLimit(board, (n) => submits(ada, { blocks: [svg(svgOf(n))] }), 1_048_576, {
      ...tooLarge('svg', 1_048_576),
      path: 'blocks[0].source',
    })
    await assertLimit(
      board,
      (n) =>
        submits(ada, {
          blocks: [1, 2, 3, 4]
            .map((k) => svg(svgOf(k === 4 ? n - 3_145_500 : 1_048_500, `${k} `)))
            .concat(svg(svgOf(1_000))),
        }),
      4_194_304 - 1_000,
      { ...tooLarge('svg', 4_194_304), path: 'blocks' },
    )
    await assertLimit(board, (n) => submits(ada, { blocks: Array.from({ length: n }, () => svg(drawing())) }), 16, {
      code: '400 INVALID_FIELD',
      path: 'blocks[16]',
      problem: 'too_many',
      max: 16,
    })
    await assertLimit(
      board,
      (n) => {
        const text = JSON.stringify(article())
        return ada.send('/v1/humanfeed/posts', `${text.slice(0, -1)}${' '.repeat(n - Buffer.byteLength(text))}}`)
      },
      4_587_520,
      { code: '413 BODY_TOO_LARGE', scope: 'json_request', max_bytes: 4_587_520, declared_bytes: 4_587_521 },
    )
  })
})

onEachEngine('the sizes of a comment', (engine) => {
  it('are 8 KiB of text and one drawing of 256 KiB', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const target = idsIn(await submits(ada))
    const send = (person: Person, blocks: object[]) =>
      person.send(`/v1/humanfeed/posts/${target.post}/comments`, commentOn(target.revision, { blocks }))

    await assertLimit(board, (n) => send(ada, [paragraph(prose(n))]), 8_192, {
      code: '413 BODY_TOO_LARGE',
      scope: 'article_text',
      max_bytes: 8_192,
      actual_bytes: 8_193,
    })
    await assertLimit(board, (n) => send(ada, [svg(svgOf(n))]), 262_144, {
      code: '413 BODY_TOO_LARGE',
      scope: 'svg',
      max_bytes: 262_144,
    })
    const two = await send(ada, [svg(drawing()), paragraph('Fine.'), svg(drawing())])
    assert.deepEqual(problemIn(two), { code: '400 INVALID_FIELD', path: 'blocks[2]', problem: 'too_many', max: 1 })
    assert.equal(fixed.commentSvgsMax, 1)
  })
})
