/** A moving drawing in a real browser, without script: still where the system asks for it, and the other way by a checkbox. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { article, idsIn, previews, submits } from '../setup/articles.ts'
import { browser, missing } from '../setup/browser.ts'
import { assertAccessible, assertFits, deskDark, openPage, phoneLight, picture } from '../setup/browser-checks.ts'
import { openListeningBoard } from '../setup/listening.ts'

const source =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><rect width="30" height="30"><animate attributeName="x" values="0;60;0" dur="4s" repeatCount="indefinite"/></rect></svg>'
const blocks = [
  ...article().blocks,
  { type: 'svg', source, description: 'A box that goes to and fro', caption: 'To and fro' },
]

describe('a moving drawing in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  before(async () => {
    board = await openListeningBoard('sqlite')
  })
  after(() => board.close())

  for (const [reducedMotion, look, shown] of [
    ['no-preference', phoneLight, ['0.svg', '0.still.svg', '0.svg']],
    ['reduce', { ...deskDark, javaScriptEnabled: false }, ['0.still.svg', '0.svg', '0.still.svg']],
  ] as const)
    it(`is stopped and started by the keyboard: ${reducedMotion}`, async () => {
      const ada = await board.account(`ada-${look.name}`)
      const { url } = (await previews(ada, idsIn(await submits(ada, { blocks })).revision)).body
      await using opened = await openPage(browser, board.url, { ...look, reducedMotion })
      const { page } = opened
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url().split('/').at(-1) as string))
      const visible = async () => {
        let addresses: string[]
        // A lazy picture has no address until the browser begins to load it.
        do
          addresses = await page.evaluate(
            '[...document.images].filter((image) => image.checkVisibility()).map((image) => image.currentSrc)',
          )
        while (addresses.includes(''))
        return addresses.map((address) => address.split('/').at(-1))
      }
      await page.goto(url, { waitUntil: 'networkidle' })
      assert.deepEqual(await visible(), [shown[0]])
      // Without script, lazy pictures are loaded at once, and the accessibility checker does not end.
      if (!('javaScriptEnabled' in look)) {
        assert.ok(!loaded.includes(shown[1]), 'the hidden picture is not loaded')
        await assertAccessible(page)
      }
      await assertFits(page)
      const name = reducedMotion === 'reduce' ? 'Let it move' : 'Stop the motion'
      await picture(page, `motion-${look.name}`)
      await page.getByRole('checkbox', { name, exact: true }).focus()
      for (const next of shown.slice(1)) {
        await page.keyboard.press('Space')
        assert.deepEqual(await visible(), [next])
      }
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.getByRole('checkbox').count(), 0)
      opened.assertNothingBad()
    })
})
