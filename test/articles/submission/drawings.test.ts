import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../../board.ts'
import { article, drawing, readsRevision, submits } from '../../setup/articles.ts'
import { assertNothingChanges } from '../../setup/contents.ts'

const exported = (name: string) => readFileSync(join(import.meta.dirname, '../checks/svg/corpus', name), 'utf8')
const picture = (source: string) => ({ type: 'svg', source, description: 'A graph' })
const withPictures = (...sources: string[]) => ({ blocks: [...article().blocks, ...sources.map(picture)] })

type Check = { name: string; status: string; reasons: string[] }
const svgSafety = (checks: Check[]) => checks.find(({ name }) => name === 'svg_safety') as Check

onEachEngine('a drawing as its tool exports it', (engine) => {
  it('passes, and the check lists what was dropped', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const linked = exported('graphviz-flow.svg').replace(
      '</svg>',
      '<a xlink:href="https://x.example/" xlink:title="x"><text>more</text></a></svg>',
    )

    const sent = await submits(ada, withPictures(linked))
    const read = await readsRevision(ada, sent.body.revision.id)

    assert.equal(sent.status, 202)
    assert.equal(sent.body.revision_status, 'awaiting_votes')
    assert.deepEqual(sent.body.blocking_reasons, [])
    assert.deepEqual(svgSafety(sent.body.checks), {
      name: 'svg_safety',
      status: 'passed',
      reasons: ['These parts were dropped: <!DOCTYPE>, links out of the drawing, xlink:title.'],
    })
    assert.deepEqual(read.body.post.checks, sent.body.checks)
    assert.match(read.body.post.assets[0].source, /^<svg xmlns[\s\S]*<a><text>more<\/text><\/a><\/svg>$/)
  })

  it('may have links in a part that it has to lose anyway', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const links = Array.from({ length: 21 }, (_, n) => `https://x.example/${n}`)
    const inside = (text: string) => drawing().replace('</svg>', `${text}</svg>`)
    const drawnLinks = inside(`<text>${links.join(' ')}</text><script/>`)

    const rejected = await submits(ada, withPictures(inside(`<script>${links.join(' ')}</script>`)))
    const both = await submits(ada, withPictures(drawnLinks))

    assert.deepEqual(
      [rejected, both].map(({ body }) => body.blocking_reasons.map((reason: string) => reason.slice(0, 25))),
      [['<script> is not allowed; '], ['<script> is not allowed; ', 'It contains more than 20 ']],
    )
  })

  it('is kept from going on only by what blocks', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const forbidden = drawing().replace('</svg>', '<script/><rect onclick="a()"/><metadata/></svg>')

    const { status, body } = await submits(ada, withPictures(exported('matplotlib-lines.svg'), forbidden))

    assert.equal(status, 202)
    assert.equal(body.revision_status, 'rejected')
    assert.deepEqual(
      body.blocking_reasons.map((reason: string) => reason.slice(0, 30)),
      ['Drawing 2: <script> is not all', 'Drawing 2: Event attributes ar'],
    )
    assert.deepEqual(svgSafety(body.checks).reasons, [
      ...body.blocking_reasons,
      'Drawing 1: These parts were dropped: <!DOCTYPE>, metadata.',
      'Drawing 2: These parts were dropped: metadata.',
    ])
  })

  it('is measured by limits that the capabilities name', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { limits } = (await ada.get('/v1/humanfeed/capabilities')).body
    const inside = (text: string) => drawing().replace('</svg>', `${text}</svg>`)
    const costly = inside(
      `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(999)}</filter><g filter="url(#f)"><rect width="999" height="999"/></g>`,
    )
    const points = Array.from({ length: 1_000 }, (_, n) => [Math.cos(n / 159), Math.sin(n / 159)])
    const turning = inside(
      `<g><polygon transform="translate(50 20) scale(60)" points="${points.map(([x, y]) => `${x?.toFixed(4)},${y?.toFixed(4)}`).join(' ')}"/><animateTransform attributeName="transform" type="rotate" values="0 50 20;360 50 20" dur="5.9s" repeatCount="indefinite"/></g>`,
    )
    const selective = inside(`<style>${':has(g)>*{fill:red}'.repeat(99)}</style>${'<g/>'.repeat(999)}`)
    const doubled = inside(
      Array.from({ length: 40 }, (_, n) => `<g id="n${n + 1}"><use href="#n${n}"/><use href="#n${n}"/></g>`).join(''),
    )

    const wordy = inside(`<foreignObject>${'x'.repeat(2_001)}</foreignObject>`)

    const rejected = await submits(ada, withPictures(costly, selective, doubled, wordy))
    const followed = await submits(ada, withPictures(turning))
    const refused = await submits(
      ada,
      withPictures(
        inside('<g/>'.repeat(20_001)),
        inside(`<path d="M0 0${'h1'.repeat(250_001)}"/>`),
        inside('<g>'.repeat(200)),
      ),
    )

    assert.equal(rejected.status, 202)
    assert.equal(refused.status, 400)
    const sentences: string[] = [
      ...rejected.body.blocking_reasons,
      ...followed.body.blocking_reasons,
      ...refused.body.error.details.problems.map(({ accepted }: { accepted: string }) => accepted),
    ]
    assert.deepEqual(
      sentences.map(
        (sentence) => Object.entries(limits).find(([, max]) => new RegExp(`\\b${max}\\b`).test(sentence))?.[0],
      ),
      [
        'svg_paint_work_max',
        'svg_paint_work_max',
        'svg_selector_tests_max',
        'svg_drawn_nodes_max',
        'svg_label_max_characters',
        'svg_follow_work_max',
        'svg_nodes_max',
        'svg_path_commands_max',
        'svg_depth_max',
      ],
    )
    assert.equal(limits.check_max_milliseconds, 2_000)
  })

  it('is refused with everything that is wrong with each of them if one cannot be read', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const long = `<path d="M0 0${'h1'.repeat(250_001)}" onclick="a()"/>`

    await assertNothingChanges(board, async () => {
      const { status, body } = await submits(
        ada,
        withPictures(
          drawing().replace('</svg>', `${long}</svg>`),
          '<svg',
          drawing().replace('</svg>', '<image/></svg>'),
        ),
      )
      assert.equal(status, 400)
      assert.deepEqual(
        body.error.details.problems.map(({ path, problem }: { path: string; problem: string }) => `${path} ${problem}`),
        ['1', '1', '2', '3'].map((n) => `blocks[${n}].source ${n === '3' ? 'forbidden_svg' : 'malformed_svg'}`),
      )
    })
  })
})
