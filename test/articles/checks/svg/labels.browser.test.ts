/** A label that was drawn again stands where its HTML stood: boxes of a real browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { browser, missing } from '../../../setup/browser.ts'
import { openContext } from '../../../setup/chromium.ts'
import { canonicalOf, labelled } from './corpus/drawings.ts'

type Side = 'left' | 'right' | 'top' | 'bottom'
type Box = Record<Side, number> & { words: string; middle: number }

/** Runs in the page: where the words of each label are, in pixels of the drawing. */
const boxesIn = `(source, selector) => {
  const drawing = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement
  document.body.replaceChildren(document.adoptNode(drawing))
  const scale = (drawing.viewBox.baseVal.width || drawing.width.baseVal.value) / drawing.getBoundingClientRect().width
  return [...document.querySelectorAll(selector)].map((label) => {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
    const rectangles = []
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      rectangles.push(...range.getClientRects())
    }
    const side = (name, pick) => scale * pick(...rectangles.map((rectangle) => rectangle[name]))
    const words = label.textContent.replace(/[\\s\\u00a0]+/g, '')
    const frame = label.getBoundingClientRect()
    return {
      words,
      middle: (scale * (frame.left + frame.right)) / 2,
      left: side('left', Math.min),
      right: side('right', Math.max),
      top: side('top', Math.min),
      bottom: side('bottom', Math.max),
    }
  }).filter(({ words }) => words)
}`

describe('a label that was drawn again', { skip: missing ?? false }, () => {
  for (const drawing of labelled)
    it(`is drawn in its old place: ${drawing.name}`, async () => {
      const context = await openContext(browser as Browser)
      const page = await context.newPage()
      await page.setContent('<body style="margin:0">')
      const boxes = (source: string, selector: string) =>
        page.evaluate<Box[]>(`(${boxesIn})(${JSON.stringify(source)}, ${JSON.stringify(selector)})`)
      // A table is not drawn again; its fallback is shown.
      const before = await boxes(drawing.source, 'foreignObject:not(:has(table))')
      const after = await boxes(canonicalOf(drawing), 'text')
      await context.close()

      assert.ok(before.length > 2)
      for (const box of before) {
        const found = after.find(({ words }) => words === box.words)
        assert.ok(found, box.words)
        const away = (one: Side, other: Side) => Math.abs(found[one] + found[other] - box[one] - box[other]) / 2
        // Lines may be broken at other words, so texts at the left have the same left side. Where letters are narrower
        // than those that the drawing was made with, a label that filled its frame may stand in the middle of it.
        const fromMiddle = Math.abs(found.left + found.right - 2 * box.middle) / 2
        const across = Math.min(away('left', 'left'), away('left', 'right'), fromMiddle)
        assert.ok(across < 4 && away('top', 'bottom') < 4, `${JSON.stringify(box)} became ${JSON.stringify(found)}`)
        assert.ok(found.right - found.left < (box.right - box.left) * 1.2 + 2, `${box.words} is too wide`)
      }
    })
})
