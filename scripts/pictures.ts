/** Takes the pictures of the README from the demo, with the browser of the tests: `npm run pictures`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { seedDemo } from '../src/cli/demo.ts'
import { openChromium, openContext } from '../test/setup/chromium.ts'
import { freePort } from '../test/setup/listening.ts'
import { startServer } from '../test/setup/processes.ts'

const ARTICLE = 'One slow server makes the whole page slow'

const pictures = [
  { name: 'home', path: () => '/', viewport: { width: 1000, height: 760 }, colorScheme: 'light' },
  { name: 'article', path: (article: string) => article, viewport: { width: 1000, height: 820 }, colorScheme: 'light' },
  {
    name: 'discussion',
    path: (article: string) => `${article}#discussion`,
    viewport: { width: 390, height: 820 },
    colorScheme: 'dark',
  },
] as const

/** The browser makes the small file, too: its screenshots are PNG, five times as large. */
const toWebp = (page: Page, png: Buffer) =>
  page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.82).split(',')[1]
  })()`)

const folder = mkdtempSync(join(tmpdir(), 'board-pictures-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = { DATABASE_URL: `file:${folder}/demo.db`, PORT: String(port), BASE_URL: url }
await seedDemo(env)
const server = await startServer(env)
const { browser, missing } = await openChromium()
if (!browser) throw new Error(missing)
try {
  const { items } = (await (await fetch(`${url}/api/humanfeed/feed?limit=30`)).json()) as {
    items: { title: string; url: string }[]
  }
  const article = items.find(({ title }) => title === ARTICLE)?.url.slice(url.length) ?? ''
  for (const { name, path, ...look } of pictures) {
    const context = await openContext(browser, look)
    const page = await context.newPage()
    await page.goto(url + path(article))
    const png = await page.screenshot()
    await page.goto('about:blank')
    const webp = Buffer.from(String(await toWebp(page, png)), 'base64')
    writeFileSync(new URL(`../docs/pictures/${name}.webp`, import.meta.url), webp)
    console.log(`docs/pictures/${name}.webp, ${Math.round(webp.length / 1024)} KB`)
    await context.close()
  }
} finally {
  await browser.close()
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
}
