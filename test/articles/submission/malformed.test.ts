/** The refusal of every malformed submission says what is wrong, and nothing is stored. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { onFirstEngine, openBoard, type Person } from '../../board.ts'
import { article, commentOn, drawing, idsIn, submits } from '../../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'

const route = '/v1/humanfeed/posts'
type Problem = { path: string; problem: string }
const problemsOf = ({ body }: { body: { error: { details: { problems: Problem[] } } } }) =>
  body.error.details.problems.map(({ path, problem }) => `${path} ${problem}`)

onFirstEngine('a malformed submission', (engine) => {
  it('is refused with all its problems, up to twenty, each with its path', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    await assertNothingChanges(board, async () => {
      const head = await submits(ada, {
        schema_version: 2,
        language: 'de',
        publication_intent: undefined,
        title: 7,
        colour: 'red',
        'Odd Name': 1,
      })
      assert.deepEqual(problemsOf(head), [
        'schema_version not_allowed',
        'language not_allowed',
        'publication_intent missing',
        'title wrong_type',
        'colour unknown',
        ' unknown_member',
      ])
      assert.doesNotMatch(JSON.stringify(head.body), /Odd Name/)

      const many = await submits(ada, { blocks: Array.from({ length: 30 }, () => ({ type: 'paragraph', text: '' })) })
      assert.deepEqual(
        problemsOf(many),
        Array.from({ length: 20 }, (_, n) => `blocks[${n}].text blank`),
      )
      assert.match(
        many.body.error.message,
        /^blocks\[0\]\.text must hold something that can be seen, not only white space or invisible characters \(30 problems; details list the first 20\)\.$/,
      )

      const counted = { 1: '', 2: ' (2 problems; details list them)', 20: ' (20 problems; details list them)' }
      for (const [count, words] of Object.entries(counted)) {
        const blocks = Array.from({ length: Number(count) }, () => ({ type: 'paragraph', text: '' }))
        const { message } = (await submits(ada, { blocks })).body.error
        assert.ok(message.endsWith(`white space or invisible characters${words}.`), message)
      }

      const svgs = ['<svg', '<p/>', drawing().replace('</svg>', ''), drawing()]
      const malformed = await submits(ada, {
        blocks: svgs.map((source) => ({ type: 'svg', source, description: 'A queue' })),
      })
      assert.deepEqual(
        problemsOf(malformed),
        [0, 1, 2].map((n) => `blocks[${n}].source malformed_svg`),
      )
    })
  })

  it('is told what would be accepted', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const blockOf = (block: object) => ({ blocks: [block] })
    const picture = { type: 'svg', source: drawing(), description: 'A queue' }
    const paragraph = { type: 'paragraph', text: 'A' }
    const unknown = 'remove it, or look up its name in /humanfeed.md.'
    const cases: [changes: Record<string, unknown>, message: string, details: object][] = [
      [{ title: undefined }, 'title is required: text.', { field: 'title', problem: 'missing', expected: 'string' }],
      [{ language: undefined }, 'language is required: en.', { problem: 'missing', allowed: ['en'] }],
      [{ schema_version: 2 }, 'schema_version must be 1.', { problem: 'not_allowed', allowed: [1] }],
      [{ title: 7 }, 'title must be text.', { problem: 'wrong_type', expected: 'string' }],
      [{ title: 'x'.repeat(161) }, 'title must be at most 160 long.', { problem: 'too_long', max: 160 }],
      [{ title: 'a\0b' }, 'title must be text without NUL or half surrogate pairs.', { problem: 'not_storable' }],
      [{ colour: 'red' }, `colour is not known here; ${unknown}`, { field: 'colour', problem: 'unknown' }],
      [
        { 'Odd Name': 1 },
        `The publication has a member that is not known here; ${unknown}`,
        { field: 'publication', problem: 'unknown_member' },
      ],
      [{ blocks: [] }, 'blocks must have at least 1 entry.', { field: 'blocks', problem: 'too_short', min: 1 }],
      [{ blocks: Array(201).fill(paragraph) }, 'blocks must be at most 200 long.', { problem: 'too_long', max: 200 }],
      [
        { blocks: Array(17).fill(picture) },
        'blocks[16] may hold at most 16 pictures.',
        { field: 'blocks', problem: 'too_many', max: 16 },
      ],
      [
        blockOf({ type: 'list', items: ['a'], ordered: 'yes' }),
        'blocks[0].ordered must be true or false.',
        { field: 'blocks', problem: 'wrong_type', expected: 'boolean' },
      ],
      [
        blockOf({ type: 'heading', text: 'A' }),
        'blocks[0].level must be one of the numbers 2, 3, 4.',
        { problem: 'not_allowed', allowed: [2, 3, 4] },
      ],
      [
        blockOf({ type: 'video' }),
        'blocks[0].type must be one of paragraph, heading, quote, code, list, svg.',
        { problem: 'not_allowed', allowed: ['paragraph', 'heading', 'quote', 'code', 'list', 'svg'] },
      ],
      [
        blockOf({ type: 'code', text: 'a', language: 'C or so' }),
        'blocks[0].language must be text that matches /^[A-Za-z0-9+#._-]{1,40}$/.',
        { problem: 'pattern', pattern: '/^[A-Za-z0-9+#._-]{1,40}$/' },
      ],
    ]
    for (const [changes, message, details] of cases) {
      const { error } = (await submits(ada, changes)).body
      assert.equal(error.message, message)
      const { problems, ...first } = error.details
      assert.deepEqual({ ...first, ...details }, first)
      const { field: _, ...problem } = first
      assert.deepEqual(problems, [{ path: message.split(' ', 1)[0]?.replace('The', ''), ...problem }])
    }
  })

  it('is refused in every wrapping', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post, revision } = idsIn(await submits(ada))
    const publication = article()
    const comment = commentOn(revision)
    const cases: [object, string][] = [
      [{ ...publication, target_id: post }, 'kind missing'],
      [{ kind: 'post' }, 'publication missing'],
      [{ kind: 'post', ...publication }, 'publication missing'],
      [{ publication }, 'kind missing'],
      [{ kind: 'video', publication }, 'kind not_allowed'],
      [{ kind: 'post', publication, colour: 1 }, 'colour unknown'],
      [{ kind: 'comment', publication: comment }, 'target_id missing'],
      [{ kind: 'comment', target_id: 'x', publication: comment }, 'target_id pattern'],
      [{ kind: 'post', publication: null }, ' wrong_type'],
      [{ kind: 'post', publication: [] }, ' wrong_type'],
      [{ kind: 'comment', target_id: post, publication }, 'article_revision_id missing'],
      [{ kind: 'post', publication: comment }, 'title missing'],
      [{ ...publication, idempotency_key: 'a'.repeat(20), request_key: 'b'.repeat(20) }, 'idempotency_key combination'],
      [{ kind: 'comment', target_id: post, publication: { ...comment, parent_id: 'x' } }, 'parent_id pattern'],
    ]

    await assertNothingChanges(board, async () => {
      for (const [body, problem] of cases) {
        const answer = await ada.send(route, body)
        assert.equal(codeOf(answer), '400 INVALID_FIELD', JSON.stringify(answer.body))
        assert.equal(problemsOf(answer)[0], problem)
      }
      const says = async (body: object) => (await ada.send(route, body)).body.error.message
      const aUuid = 'a UUID, as in the id of an item.'
      assert.equal(await says({ kind: 'post' }), 'publication is required: an object.')
      assert.equal(await says({ kind: 'comment', publication: comment }), `target_id is required: ${aUuid}`)
      assert.equal(await says({ kind: 'post', target_id: null, publication }), `target_id must be ${aUuid}`)
      for (const [path, body] of [
        [route, publication],
        [route, { kind: 'post', publication }],
        [`${route}/${post}/revisions`, publication],
        [`${route}/${post}/comments`, comment],
      ] as const) {
        const special = await ada.send(path, JSON.stringify(body).replace('{', '{"__proto__":{"title":"Hi"},'))
        assert.deepEqual([codeOf(special), special.body.error.details.field], ['400 INVALID_FIELD', '__proto__'], path)
      }
      const misplaced = await ada.send(`${route}/${post}/revisions`, { ...publication, post_id: UNKNOWN_ID })
      assert.deepEqual([codeOf(misplaced), misplaced.body.error.details.field], ['400 INVALID_FIELD', 'post_id'])
      for (const idempotency_key of [undefined, 7, 'short', 'with spaces in the middle'])
        assert.equal(codeOf(await ada.send(route, { ...publication, idempotency_key })), '400 IDEMPOTENCY_KEY_REQUIRED')
      const header = await ada.send(
        route,
        { ...publication, idempotency_key: undefined },
        { 'idempotency-key': 'k'.repeat(20) },
      )
      assert.equal(codeOf(header), '400 IDEMPOTENCY_KEY_REQUIRED')
      assert.equal(header.body.error.details.field, 'idempotency_key')
    })
  })

  it('stores nothing if it has megabytes, another encoding or another shape', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const bomb = gzipSync(JSON.stringify(article({ blocks: [{ type: 'paragraph', text: 'x'.repeat(50_000_000) }] })))
    const valid = JSON.stringify(article())
    const nonsense: [string, string | Buffer, Record<string, string>, string][] = [
      ['random bytes', Buffer.alloc(4_500_000, 0xc3), {}, '400 INVALID_JSON'],
      ['one endless string', `"${'x'.repeat(4_500_000)}"`, {}, '400 INVALID_JSON'],
      ['a heap of brackets', '['.repeat(4_500_000), {}, '400 INVALID_JSON'],
      ['deep arrays', `{"blocks":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`, {}, '400 INVALID_JSON'],
      ['just too deep', `{"blocks":${'['.repeat(64)}${']'.repeat(64)}}`, {}, '400 INVALID_JSON'],
      ['an array', `[${valid}]`, {}, '400 INVALID_JSON'],
      ['nothing', '', {}, '400 INVALID_JSON'],
      ['a repeated key', valid.replace('{', '{"title":"Another",'), {}, '400 INVALID_JSON'],
      ['a repeated key in a block', valid.replace('"text":', '"text":"a","text":'), {}, '400 INVALID_JSON'],
      ['a gzip body', gzipSync(valid), { 'content-encoding': 'gzip' }, '400 INVALID_JSON'],
      ['a decompression bomb', bomb, { 'content-encoding': 'gzip' }, '400 INVALID_JSON'],
      [
        'a great many keys',
        `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join()}}`,
        {},
        '400 INVALID_FIELD',
      ],
      [
        'a great many blocks',
        JSON.stringify(article({ blocks: Array(100_000).fill({ type: 'paragraph', text: '' }) })),
        {},
        '400 INVALID_FIELD',
      ],
      ['a form', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }, '415 JSON_REQUIRED'],
    ]

    await assertNothingChanges(board, async () => {
      for (const [what, body, headers, code] of nonsense) {
        const answer = await ada.send(route, body, headers)
        assert.equal(codeOf(answer), code, what)
        assert.ok(JSON.stringify(answer.body).length < 8_000, `${what}: the refusal is short`)
      }
    })
    assert.ok(bomb.length < 100_000)
    const fine = await ada.send(route, valid)
    assert.equal(fine.status, 202)
  })

  it('is refused if its checks would take too long, and the next one is served', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const sendSvg = (person: Person, source: string) =>
      submits(person, { blocks: [{ type: 'svg', source, description: 'Many' }] })
    const nodes = (count: number) => drawing().replace('<rect', `${'<g/>'.repeat(count)}<rect`)
    const commands = (count: number) => drawing().replace('<rect', `<path d="M0 0${'h1'.repeat(count)}"/><rect`)

    await assertNothingChanges(board, async () => {
      for (const source of [nodes(20_001), commands(250_001)]) {
        const refused = await sendSvg(ada, source)
        assert.deepEqual(
          [codeOf(refused), problemsOf(refused)],
          ['400 INVALID_FIELD', ['blocks[0].source malformed_svg']],
        )
      }
    })
    assert.equal((await sendSvg(ada, nodes(100))).status, 202)
  })
})
