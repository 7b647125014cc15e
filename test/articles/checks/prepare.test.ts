/** What is stored of a submission: the canonical form of its drawings, in parts, and hashes of what was sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prepareSubmission } from '../../../src/articles/checks/prepare.ts'
import { fixed } from '../../../src/settings/limits.ts'
import { tuning } from '../../../src/settings/tuning.ts'
import { article, commentOn } from '../../setup/articles.ts'

const words = { hard: [], soft: [] }
const prepared = (publication: unknown, kind: 'post' | 'comment' = 'post', targetId: string | null = null) =>
  prepareSubmission({ kind, targetId, publication }, words)
const root = '<svg xmlns="http://www.w3.org/2000/svg">'
const svg = (source: string) => ({ type: 'svg', source, description: 'A drawing' })
const [paragraph] = article().blocks
const textOf = (parts: readonly Uint8Array[]) => parts.map((part) => Buffer.from(part).toString()).join('')

describe('a submission', () => {
  it('is stored with the canonical form of each drawing that passes, and with others as they were sent', () => {
    const sent = [
      `${root}<metadata/><g b="1" id='a'/></svg>`,
      `${root}<script/></svg>`,
      `${root}<rect width="9" height="9"><set attributeName="x" to="5"/></rect></svg>`,
    ]
    const { assets, blocks, checks } = prepared(article({ blocks: [paragraph, ...sent.map(svg)] }))
    assert.deepEqual(
      assets.map(({ parts, moves, stillOf }) => [textOf(parts), moves, stillOf]),
      [
        [`${root}<g id="a"/></svg>`, false, null],
        [sent[1], false, null],
        [`${root}<rect height="9" width="9"><set attributeName="x" to="5"/></rect></svg>`, true, null],
        [`${root}<rect height="9" width="9" x="5"/></svg>`, false, 2],
      ],
    )
    for (const { bytes, parts } of assets) assert.equal(bytes, Buffer.concat(parts).length)
    assert.deepEqual(
      JSON.parse(blocks).map(({ asset, source }: { asset?: number; source?: string }) => [asset, source]),
      [
        [undefined, undefined],
        [0, undefined],
        [1, undefined],
        [2, undefined],
      ],
    )
    assert.equal(checks.find(({ name }) => name === 'svg_safety')?.status, 'failed')
  })

  it('has drawings in parts, which never cut a character', () => {
    const most = tuning.assetPartMaxChars
    const before = `${root}<desc>`.length
    for (const [moved, pair] of [0, 1, 2].flatMap((n) =>
      ['\u{10000}', '😀', '\u{10ffff}'].map((c) => [n, c] as const),
    )) {
      const text = `${'x'.repeat(most - before - moved)}${pair}${'y'.repeat(9)}`
      const [asset] = prepared(article({ blocks: [paragraph, svg(`${root}<desc>${text}</desc></svg>`)] })).assets
      const parts = asset?.parts.map((part) => Buffer.from(part).toString()) ?? []
      assert.equal(parts.join(''), `${root}<desc>${text}</desc></svg>`)
      assert.deepEqual(
        parts.map(({ length }) => length),
        [moved === 1 ? most - 1 : most, parts.join('').length - (moved === 1 ? most - 1 : most)],
      )
    }
    assert.ok(fixed.svgMaxBytes > most)
  })

  it('says of which drawing it speaks, if there are several', () => {
    const safety = (...sources: string[]) => {
      const { checks } = prepared(article({ blocks: [paragraph, ...sources.map(svg)] }))
      const { reasons = [], notes } = checks.find(({ name }) => name === 'svg_safety') ?? {}
      return [reasons.map((reason) => reason.slice(0, 20)), notes]
    }
    const [clean, dropping, forbidden] = ['', '<metadata/>', '<script/>'].map((inside) => `${root}${inside}</svg>`)
    assert.deepEqual(safety(clean as string), [[], []])
    assert.deepEqual(safety(dropping as string), [[], ['These parts were dropped: metadata.']])
    assert.deepEqual(safety(forbidden as string), [['<script> is not allo'], []])
    assert.deepEqual(safety(clean as string, forbidden as string, dropping as string), [
      ['Drawing 2: <script> '],
      ['Drawing 3: These parts were dropped: metadata.'],
    ])
  })

  it('is refused if one of its drawings cannot be read, with what is wrong with the others', () => {
    const blocks = [svg(`${root}</svg>`), svg(`${root}<g>`), paragraph, svg(`${root}<script/></svg>`)]
    assert.throws(
      () => prepared(article({ blocks })),
      ({ details }: { details: { problems: { path: string; problem: string }[] } }) => {
        const found = details.problems.map(({ path, problem }) => [path, problem])
        assert.deepEqual(found, [
          ['blocks[1].source', 'malformed_svg'],
          ['blocks[3].source', 'forbidden_svg'],
        ])
        return true
      },
    )
  })

  it('says what is submitted, to what', () => {
    const ids = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
    const [revision = '', parent = ''] = ids
    const own = (publication: object, kind: 'post' | 'comment') => {
      const { title, articleRevisionId, parentId } = prepared(publication, kind)
      return [title, articleRevisionId, parentId]
    }
    assert.deepEqual(own(article({ title: 'A title of an article' }), 'post'), ['A title of an article', null, null])
    assert.deepEqual(own(commentOn(revision), 'comment'), ['', revision, null])
    assert.deepEqual(own(commentOn(revision, { parent_id: parent }), 'comment'), ['', revision, parent])
  })

  it('is checked with the links of its drawings, but without those that have to be removed', () => {
    const links = (drawing: (link: string) => string) => {
      const inside = Array.from({ length: fixed.articleLinksMax + 1 }, (_, n) => drawing(`https://a.example/${n}`))
      const { checks } = prepared(article({ blocks: [paragraph, svg(`${root}${inside.join('')}</svg>`)] }))
      return checks.find(({ name }) => name === 'content')?.status
    }
    assert.equal(
      links((link) => `<text>${link}</text>`),
      'failed',
    )
    assert.equal(
      links((link) => `<a href="${link}"><text>a</text></a>`),
      'passed',
    )
    assert.equal(
      links((link) => `<image href="${link}"/>`),
      'passed',
    )
  })

  it('is the same request whatever the name of its key, and another one if anything else differs', () => {
    const { idempotency_key: key, ...content } = article()
    const same = [
      { ...content, idempotency_key: key },
      { ...content, request_key: key },
      { ...content, idempotency_key: key, resume_publication: false },
    ].map((publication) => prepared(publication))
    assert.equal(new Set(same.map(({ requestHash }) => requestHash)).size, 1)
    assert.deepEqual(new Set(same.map(({ requestKey }) => requestKey)), new Set([key]))
    const others = [
      prepared({ ...content, idempotency_key: key, resume_publication: true }),
      prepared({ ...content, idempotency_key: key, title: 'Another title of the same article' }),
      prepared({ ...content, idempotency_key: key }, 'post', '00000000-0000-4000-8000-000000000000'),
    ]
    assert.equal(new Set([...same, ...others].map(({ requestHash }) => requestHash)).size, 4)
    assert.deepEqual(
      others.map(({ resume }) => resume),
      [true, false, false],
    )
  })
})
