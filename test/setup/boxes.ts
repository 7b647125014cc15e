/**
 * Whether text and drawings of others stay in their boxes, as a browser paints them. Rectangles do not show this: the
 * ink of a letter can be far outside the rectangle of its line. So every box is hidden and shown, and the pixels that
 * change are its ink.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Room for accents above the first line and for the ring around a focused link, in pixels. */
const ROOM = 6
/** Pixels that a browser may paint anew in another way, at the round corners of pictures. */
const CORNERS = 4
/** Pictures are half as wide and half as tall as the page: ink that a reader would see is larger than a pixel. */
const SCALE = 0.5
/** Taller pictures of a page are more than a browser's surface. */
const STRIP = 6_000

type Rect = { left: number; top: number; right: number; bottom: number }
type Box = Rect & { what: string }

/** Boxes are the pictures, and the innermost blocks whose text is not plain English; numbered in the page. */
const findBoxes = `(() => {
  const strange = /[^\\0-\\x7F·…’“”–—]|W{9}/
  const boxes = new Set(document.querySelectorAll('main img'))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    if (!strange.test(texts.currentNode.data)) continue
    let element = texts.currentNode.parentElement
    while (/^inline|contents/.test(getComputedStyle(element).display)) element = element.parentElement
    if (element.checkVisibility()) boxes.add(element)
  }
  window.boxes = [...boxes]
  return window.boxes.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const what = element.localName + '.' + element.className + ' ' + JSON.stringify((element.alt ?? element.innerText).slice(0, 40))
    return { what, left, right, top: top + scrollY, bottom: bottom + scrollY }
  })
})()`

/** Of what reaches beyond the window, or is taller than it: the first three. An expression that runs in a page. */
export const findOutsideBoxes = `(() => {
  const found = []
  const width = document.documentElement.clientWidth
  const overflow = document.documentElement.scrollWidth - width
  if (overflow > 0) found.push('the page is ' + overflow + ' pixels too wide')
  // What is cut or scrolls in its own box may be wider.
  const isCut = ({ parentElement: box }) => box && box.localName !== 'main' && (getComputedStyle(box).overflowX !== 'visible' || isCut(box))
  for (const element of document.querySelectorAll('main *')) {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isPicture = element.localName === 'img'
    if ((left < -1 || right > width + 1) && !isCut(element)) found.push(element.outerHTML.slice(0, 60) + ' reaches from ' + left + ' to ' + right)
    if (isPicture && bottom - top > innerHeight) found.push('a picture is ' + (bottom - top) + ' pixels tall')
  }
  return found.slice(0, 3)
})()`

const loadPictures = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager'
  return image.decode().catch(() => {})
}))`

/** The pixels of two pictures that differ and are outside all rectangles: their number, and the first of them. */
const strayPixels = `async ([before, after, rects]) => {
  const pixelsOf = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    const { data } = canvas.getImageData(0, 0, image.width, image.height)
    return { width: image.width, colours: new Uint32Array(data.buffer) }
  }
  const [{ width, colours }, { colours: others }] = [await pixelsOf(before), await pixelsOf(after)]
  // A browser may round the same colour in two ways.
  const differs = (a, b) => [0, 8, 16].some((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) > 8)
  const isInside = (x, y) => rects.some((r) => x >= r.left && x < r.right && y >= r.top && y < r.bottom)
  let stray = 0, first
  for (let n = 0; n < colours.length; n++) {
    if (colours[n] === others[n] || isInside(n % width, Math.floor(n / width)) || !differs(colours[n], others[n])) continue
    first ??= [n % width, Math.floor(n / width)]
    stray++
  }
  return { stray, first }
}`

/**
 * Nothing that others wrote is painted outside its box, no box is wider than the page, no picture taller than the
 * window.
 */
export async function assertInBoxes(page: Page, blank: Page, where: string) {
  await page.evaluate(loadPictures)
  const boxes = (await page.evaluate(findBoxes)) as Box[]
  assert.ok(boxes.length > 0, `${where} shows nothing of the table`)
  assert.deepEqual(await page.evaluate(findOutsideBoxes), [], where)
  const { width } = page.viewportSize() as { width: number }
  const pageHeight = (await page.evaluate('document.documentElement.scrollHeight')) as number
  for (let top = 0; top < pageHeight; top += STRIP) {
    const clip = { x: 0, y: top, width, height: Math.min(STRIP, pageHeight - top) }
    let before: string | undefined
    // Neighbours are never hidden together, so that ink of the one on the other is seen.
    for (const parity of [0, 1]) {
      const hidden = boxes.filter((box, n) => n % 2 === parity && box.top < top + STRIP && box.bottom > top)
      if (hidden.length === 0) continue
      before ??= await shot(page, clip)
      await setVisibility(page, parity, 'hidden')
      const after = await shot(page, clip)
      await setVisibility(page, parity, '')
      const rects = hidden.map((box) => ({
        // A pixel of the picture that is partly inside is inside.
        left: Math.floor((box.left - beside(box)) * SCALE),
        right: Math.ceil((box.right + beside(box)) * SCALE),
        top: Math.floor((box.top - ROOM - top) * SCALE),
        bottom: Math.ceil((box.bottom + ROOM - top) * SCALE),
      }))
      const found = await blank.evaluate(`(${strayPixels})(${JSON.stringify([before, after, rects])})`)
      const { stray, first } = found as { stray: number; first?: [number, number] }
      assert.ok(
        stray <= CORNERS,
        `${where}: ${stray} pixels of ink outside their box, the first at ${(first?.[0] ?? 0) / SCALE}, ${(first?.[1] ?? 0) / SCALE + top}`,
      )
    }
  }
}

/** The number of an item of a list stands beside it. */
const beside = ({ what }: Box) => (what.startsWith('li') ? 3 * 16 : ROOM)

/** Through the debugger: the picture is compressed hardly at all, which takes a fraction of the time. */
async function shot(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...clip, scale: SCALE },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  })
  await session.detach()
  return data
}

const setVisibility = (page: Page, parity: number, value: string) =>
  page.evaluate(
    `window.boxes.forEach((element, n) => { if (n % 2 === ${parity}) element.style.visibility = '${value}' })`,
  )
