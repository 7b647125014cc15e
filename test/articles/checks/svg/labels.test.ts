/** HTML in a drawing: labels of the usual tools pass as text, and nothing of the HTML stays. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'

const root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
const html = (inside: string, attributes = '') =>
  `<foreignObject width="90" height="26" ${attributes}><div xmlns="http://www.w3.org/1999/xhtml">${inside}</div></foreignObject>`
const drawing = (inside: string) => sanitizeSvg(`${root}${inside}</svg>`)

describe('HTML with a fallback in <switch>', () => {
  const fallback = '<text x="1">plain</text>'
  const inSwitch = (inside: string) => drawing(`<switch>${inside}${fallback}</switch>`)

  it('is dropped and reported, and the fallback is shown', () => {
    for (const inside of ['<table><tr><td>1</td></tr></table>', '<img src="https://x.example/a.png"/>'])
      assert.deepEqual(inSwitch(html(inside, 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"')), {
        outcome: 'clean',
        canonical: `<svg xmlns="http://www.w3.org/2000/svg"><switch>${fallback}</switch></svg>`,
        dropped: ['HTML with a fallback in <switch>'],
      })
  })

  it('fails with a script or an event attribute, and without a fallback', () => {
    const table = '<table/>'
    for (const inside of [
      `<switch>${html(`${table}<script>alert(1)</script>`)}${fallback}</switch>`,
      `<switch>${html(`${table}<p onclick="alert(1)">x</p>`)}${fallback}</switch>`,
      `<switch>${html('<iframe src="https://x.example/"/>')}${fallback}</switch>`,
      `<switch>${html(table)}</switch>`,
      `<switch>${fallback}${html(table)}</switch>`,
      `<g>${html(table)}${fallback}</g>`,
    ])
      assert.equal(drawing(inside).outcome, 'forbidden', inside)
  })
})
