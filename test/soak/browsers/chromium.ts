import { assertInBoxes } from '../../setup/boxes.ts'
import { openChromium } from '../../setup/chromium.ts'
import { HANG_MS, type Opened, windowSize } from './visitor.ts'

/** Also of those that the script of the page has yet to add. */
const hideCopyButtons = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.copy { display: none }')
  document.adoptedStyleSheets = [sheet]
})()`

export async function visitWithChromium(proxyPort: number): Promise<Opened> {
  const { browser, missing } = await openChromium()
  if (!browser) return { missing: `Chromium: ${missing}` }
  const context = await browser.newContext({
    viewport: windowSize,
    proxy: { server: `http://127.0.0.1:${proxyPort}` },
  })
  context.setDefaultTimeout(HANG_MS)
  const happened: string[] = []
  const page = await context.newPage()
  const blank = await context.newPage()
  await page.bringToFront()
  context.on('page', (other) => {
    happened.push('opened a window')
    void other.close()
  })
  context.on('dialog', (dialog) => {
    happened.push(`showed a dialog: ${dialog.message().slice(0, 80)}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => happened.push(`error in the page: ${error.error().message.slice(0, 200)}`))
  page.on('download', () => happened.push('began a download'))
  page.on('crash', () => happened.push('crashed'))
  return {
    visitor: {
      name: `Chromium ${browser.version()}`,
      open: async (url) => void (await page.goto(url)),
      evaluate: <Value>(expression: string) => page.evaluate<Value>(expression),
      // A busy machine fails to take one now and then; one that fails twice counts as missing.
      picture: () => page.screenshot().catch(() => page.screenshot().catch(() => Buffer.alloc(0))),
      url: async () => page.url(),
      async findInk() {
        // Still forms are shown, from the beginning: what moves or is exchanged differs between two pictures, too.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.reload()
        // The buttons of the site itself are smoothed in another way above a box that is hidden.
        await page.evaluate(hideCopyButtons)
        try {
          await assertInBoxes(page, blank, 'the page')
        } catch (error) {
          const { message } = error as Error
          return /shows nothing of the table/.test(message) ? [] : [message]
        } finally {
          await page.emulateMedia({ reducedMotion: null })
        }
        return []
      },
      takeHappened: async () => happened.splice(0),
      close: () => browser.close(),
    },
  }
}
