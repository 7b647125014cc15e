/** How small a drawing may be: every unit counts as many pixels as in a browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'

const outcomeOf = (attributes: string) => sanitizeSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`).outcome

/** By unit: a length that is just a pixel, and one that is just less. */
const lengths: Record<string, [enough: string, less: string]> = {
  '': ['1', '.999'],
  px: ['1', '.999'],
  PX: [' +1.0', '-1'],
  mm: ['.265', '.264'],
  cm: ['.0265', '2.64e-2'],
  q: ['1.06', '1.05'],
  in: ['.0105', '.0104'],
  pt: ['.75', '.74'],
  pc: ['.0625', '.0624'],
  em: ['.0625', '.0624'],
  rem: ['.0625', '.0624'],
  ex: ['.125', '.124'],
  ch: ['.125', '.124'],
}

const drawings: Record<string, 'clean' | 'forbidden'> = {
  'width="0%" height="9"': 'clean', // how large the whole is, is not known
  'width="9" height="9" viewBox="0 0 .5 .5"': 'clean',
  'width="9" height="9%" viewBox="0 0 1 1"': 'clean',
  'width="9" height="9%" viewBox="0 0 1 .9"': 'forbidden',
  'width=".9" height="9%" viewBox="0 0 9 9"': 'forbidden',
  'viewBox=" .1 ,.1 1 1 "': 'clean',
  'viewBox="9 9 .9 9"': 'forbidden',
  'viewBox="9 9 9 .9"': 'forbidden',
  'viewBox="9 9 0 .9"': 'clean', // no view box
  'viewBox="9 9 .9 -9"': 'clean',
  'viewBox="9 9 .9"': 'clean',
  'viewBox="9 9 .9 .9 9"': 'clean',
}

describe('a drawing', () => {
  for (const [unit, [enough, less]] of Object.entries(lengths))
    it(`is at least a pixel wide and high: ${enough}${unit} and not ${less}${unit}`, () => {
      assert.equal(outcomeOf(`width="${enough}${unit}" height="${enough}${unit}"`), 'clean')
      assert.equal(outcomeOf(`width="${less}${unit}" height="9"`), 'forbidden')
      assert.equal(outcomeOf(`width="9" height="${less}${unit}"`), 'forbidden')
    })

  for (const [attributes, outcome] of Object.entries(drawings))
    it(`is at least a pixel wide and high: ${outcome} with ${attributes}`, () =>
      assert.equal(outcomeOf(attributes), outcome))
})
