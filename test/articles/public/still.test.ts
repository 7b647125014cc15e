/** The still form of a moving drawing: no animation, and open to the same readers as the drawing. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../../board.ts'
import { article, idsIn, previews, recommends, submits, withdraws } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { assertCountsRight, countAllRows } from '../../setup/contents.ts'

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40">${content}</svg>`
const sheet = `<style>.in{opacity:0;animation:show 2s ease forwards}.turn{transition:fill 1s;animation:turn 3s infinite}
  @keyframes show{to{opacity:1}}@keyframes turn{to{transform:rotate(90deg)}}</style>`
const byCss = svg(`${sheet}<rect class="in" width="9" height="9"/><rect class="turn" width="9" height="9"/>`)
const bySmil =
  svg(`<rect width="9" height="9" opacity="0"><animate attributeName="opacity" to="1" dur="2s" fill="freeze"/></rect>
  <circle r="9"><animateMotion dur="2s" repeatCount="indefinite" path="M0 0h9"><title>a</title></animateMotion></circle>`)
const resting = svg(`<style>.none{animation:a 1s}@keyframes a{to{opacity:.5}}</style><rect width="9" height="9"/>`)
const blocks = [
  ...article().blocks,
  ...[byCss, bySmil, resting].map((source) => ({ type: 'svg', source, description: 'A drawing' })),
]

onEachEngine('the still form of a drawing', (engine) => {
  it('has no animation, shows what fades in, and is the same for a drawing that does not move', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post, revision } = idsIn(await submits(ada, { blocks }))
    const pathOf = (file: string) => `/api/humanfeed/assets/${revision}/${file}`
    assert.equal(codeOf(await board.call(pathOf('0.still.svg'))), '404 NOT_FOUND')
    const preview = (await previews(ada, revision)).body.url.slice(BASE_URL.length)
    const previewed = await board.call(`${preview}/0.still.svg`)
    for (const name of ['bob', 'eve']) assert.ok((await recommends(await board.account(name), revision)).status < 300)

    const [css, smil, none] = await Promise.all([0, 1, 2].map((n) => board.call(pathOf(`${n}.still.svg`))))
    assert.deepEqual([css?.status, smil?.status, none?.status], [200, 200, 200])
    for (const { body } of [css, smil] as { body: string }[])
      assert.doesNotMatch(body, /<animate|<set|@keyframes|animation|transition|<title>/)
    assert.match(css?.body, /\.in\{opacity:0;opacity:1!important;\}/)
    assert.match(
      smil?.body,
      /^<svg[^>]*><rect height="9" opacity="0" style="opacity:1" width="9"\/><circle r="9"\/><\/svg>$/,
    )
    assert.deepEqual([previewed.status, previewed.body], [200, css?.body])
    const moving = await board.call(pathOf('0.svg'))
    assert.match(moving.body, /@keyframes/)
    for (const header of ['content-security-policy', 'content-type', 'x-content-type-options', 'cache-control'])
      assert.equal(css?.headers[header], moving.headers[header], header)
    assert.notEqual(css?.headers.etag, moving.headers.etag)
    const again = await board.call(pathOf('0.still.svg'), { headers: { 'if-none-match': css?.headers.etag } })
    assert.equal(again.status, 304)
    for (const file of ['3.still.svg', '0.still.png', '0.still', '0.still.still.svg'])
      assert.equal(codeOf(await board.call(pathOf(file))), '404 NOT_FOUND', file)

    const page = (await board.call(`/humanfeed/${post}`, { headers: { accept: 'text/html' } })).body
    assert.equal(page.match(/type="checkbox"/g)?.length, 2)

    assert.equal((await countAllRows(board)).article_assets, 5, 'still forms are pictures that count')
    await assertCountsRight(board)
    assert.equal((await withdraws(ada, post)).status, 202)
    assert.equal(codeOf(await board.call(pathOf('0.still.svg'))), '410 GONE')
    assert.equal((await board.call(`${preview}/0.still.svg`)).status, 410)
  })
})
