import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { luminanceOf } from '../../../../src/articles/checks/svg/luminance.ts'

/** From the definition in WCAG 2.2, with four digits. */
const known: Record<string, number | undefined> = {
  '#000': 0,
  white: 1,
  '#FFFFFF': 1,
  red: 0.2126,
  '#0f0': 0.7152,
  'rgb(0, 0, 255)': 0.0722,
  Gray: 0.2159,
  '#80808000': 0.2159,
  '#888f': 0.2462,
  'rgba( 128 64 32 / .5 )': 0.0836,
  'rgb(10,10,10)': 0.003,
  'rgb(300,0,0)': 0.2126,
  '#010101': 0.0003,
  'rgb(1.2.3,0,0)': undefined,
  'rgb(1,2)': undefined,
  '#ff': undefined,
  'rgb(10%,0,0)': undefined,
  purple: undefined,
  'url(#g)': undefined,
}

describe('the luminance of a colour', () => {
  it('is that of WCAG, and unknown where the text does not tell it', () => {
    for (const [colour, luminance] of Object.entries(known)) {
      const found = luminanceOf(colour)
      assert.equal(found === undefined ? undefined : Math.round(found * 10_000) / 10_000, luminance, colour)
    }
  })
})
