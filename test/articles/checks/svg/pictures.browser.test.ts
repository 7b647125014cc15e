/** A drawing looks the same before and after it is sanitized: pictures of a real browser, pixel by pixel. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { browser, missing } from '../../../setup/browser.ts'
import { openContext } from '../../../setup/chromium.ts'
import { animated, canonicalOf, type Drawing, emoji, exports, flags, sampleOf } from './corpus/drawings.ts'

type Pair = { name: string; before: string; after: string }
const batchSize = 200

/** Runs in the page: draws both through <img>, as readers see them, and names the drawings whose pixels differ. */
const differentPictures = `async (pairs, size) => {
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const load = async (source) => {
    const image = new Image()
    image.src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }))
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = () => reject(new Error('not a picture: ' + source.slice(0, 200)))
    })
    return image
  }
  const pixelsOf = (image) => {
    context.clearRect(0, 0, size, size)
    context.drawImage(image, 0, 0, size, size)
    URL.revokeObjectURL(image.src)
    return new Uint32Array(context.getImageData(0, 0, size, size).data.buffer)
  }
  const images = await Promise.all(pairs.map(({ before, after }) => Promise.all([load(before), load(after)])))
  const different = []
  for (const [index, { name }] of pairs.entries()) {
    const [left, right] = images[index].map(pixelsOf)
    if (!left.some((pixel) => pixel !== 0)) different.push(name + ' (empty)')
    else if (left.some((pixel, n) => pixel !== right[n])) different.push(name)
  }
  return different
}`

/** Shows drawings in the page itself, each in a tree of its own, with all animations stopped at one time. */
const showAt = `async (sources, milliseconds) => {
  document.body.replaceChildren(...sources.map((source) => {
    const host = document.createElement('div')
    const drawing = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement
    host.attachShadow({ mode: 'open' }).append(document.adoptNode(drawing))
    return host
  }))
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  for (const { shadowRoot } of document.body.children) {
    const drawing = shadowRoot.firstElementChild
    drawing.setAttribute('width', '48')
    drawing.setAttribute('height', '48')
    drawing.pauseAnimations()
    drawing.setCurrentTime(milliseconds / 1000)
    for (const animation of shadowRoot.getAnimations()) {
      animation.pause()
      animation.currentTime = milliseconds
    }
  }
  await frame()
  await frame()
}`

const pairOf = (drawing: Drawing): Pair => ({ name: drawing.name, before: drawing.source, after: canonicalOf(drawing) })
const call = (code: string, ...values: unknown[]) =>
  `(${code})(${values.map((value) => JSON.stringify(value)).join(', ')})`

function* batchesOf<Item>(items: Item[]) {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize)
}

describe('pictures of drawings', { skip: missing ?? false }, () => {
  async function openPage(): Promise<Page & AsyncDisposable> {
    const context = await openContext(browser as Browser, { viewport: { width: 1000, height: 500 } })
    const page = await context.newPage()
    page.once('close', () => void context.close().catch(() => {})) // a browser that ends has closed it
    await page.setContent('<style>body{margin:0;display:flex;flex-wrap:wrap}</style>')
    return page as Page & AsyncDisposable
  }

  const still = exports.filter(({ name }) => name !== 'animation.svg')
  for (const [set, drawings, size] of [
    ['exports', still, 600],
    ['flags', sampleOf(flags), 160],
  ] as const)
    it(`are equal in <img>: ${drawings.length} of ${set}`, async () => {
      await using page = await openPage()
      for (const batch of batchesOf(drawings.map(pairOf)))
        assert.deepEqual(await page.evaluate(call(differentPictures, batch, size)), [])
    })

  it('are found to differ if one loses its colour', async () => {
    await using page = await openPage()
    const [pair] = [flags.find(({ name }) => name === 'flags/fr.svg') as Drawing].map(pairOf) as [Pair]
    const broken = { ...pair, after: pair.after.replace(/fill="[^"]*"/, '') }
    assert.deepEqual(await page.evaluate(call(differentPictures, [pair, broken], 160)), ['flags/fr.svg'])
  })

  const moving = exports.filter(({ name }) => name === 'animation.svg')
  for (const [set, drawings, times] of [
    ['emoji', sampleOf(emoji), [0]],
    ['animated icons', [...sampleOf(animated, 40), ...moving], [250, 1300]],
  ] as const)
    it(`are equal in a page, at ${times.join(' and ')} ms: ${drawings.length} ${set}`, async () => {
      await using page = await openPage()
      for (const batch of batchesOf(drawings.map(pairOf)))
        for (const milliseconds of times) {
          const pictures: Buffer[] = []
          for (const side of ['before', 'after'] as const) {
            const sources = batch.map((pair) => pair[side])
            await page.evaluate(call(showAt, sources, milliseconds))
            pictures.push(await page.screenshot())
          }
          const [left, right] = pictures as [Buffer, Buffer]
          assert.ok(left.equals(right), `${batch[0]?.name} to ${batch.at(-1)?.name} at ${milliseconds} ms`)
        }
    })
})
