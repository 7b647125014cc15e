/** How many path commands a drawing has, by which it is limited. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keepAllowed } from '../../../../src/articles/checks/svg/keep.ts'
import { parseSvg } from '../../../../src/articles/checks/svg/parse.ts'
import { countCommands, countPathCommands } from '../../../../src/articles/checks/svg/path.ts'
import { newReport } from '../../../../src/articles/checks/svg/report.ts'

const data: Record<string, number> = {
  '': 0,
  'M0 0': 1,
  'M0 0h9v9z': 4,
  'm0,0l1-1-2.5.5e1': 3,
  'M0 0 1 1 2 2': 3,
  'L1 2 3': 2,
  'h1 2 3': 3,
  'V1 2': 2,
  'c1 2 3 4 5 6 7 8 9 10 11 12': 2,
  's1 2 3 4 5 6 7 8': 2,
  'Q1 2 3 4 5 6 7 8 9': 3,
  't1 2 3 4': 2,
  'a1 2 3 0 1 6 7 1 2 3 0 1 6 7': 2,
  zzz: 3,
  'z1 2 3': 4,
  '1 2 3': 3,
  's1 2 3 4 5': 2,
  'c1 2 3 4 5 6 7': 2,
  'a1 2 3 4 5 6 7 8': 2,
  'M0 0 z M1 1': 3,
  'h+1-2': 2,
  'x y M1 1': 1,
}

const countIn = (inside: string) => {
  const parsed = parseSvg(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
  const clean = 'document' in parsed ? keepAllowed(parsed.document.root, newReport()) : undefined
  assert.ok(clean)
  return countCommands(clean)
}

const drawings: Record<string, number> = {
  '<path d="M0 0h9"/>': 2,
  '<g><path d="M0 0h9"/><path d="M0 0"/></g>': 3,
  '<glyph d="M0 0h9"/>': 0,
  '<rect><animateMotion path="M0 0h9v9"/></rect>': 3,
  '<path><animate attributeName="d" from="M0 0" to="M1 1h9" by="M2 2" values="M0 0h9;M1 1h9"/></path>': 8,
  '<path><animate attributeName=" d " from="M0 0h1"/></path>': 2,
  '<path><animate attributeName="x" values="m1;m2;m3"/></path>': 0,
  '<rect style="clip-path:path(\'M0 0h9\')"/>': 2,
  '<rect style="clip-path:circle(9px)"/>': 0,
  '<style>rect{d:path("M0 0h9")}circle{d:path("M0 0h9z")}</style>': 5,
  '<text>path(M0 0h9)</text>': 0,
  '<rect id="M0 0"/>': 0,
}

describe('the path commands', () => {
  for (const [written, count] of Object.entries(data))
    it(`of path data are counted, also those without a letter: ${written}`, () =>
      assert.equal(countPathCommands(written), count))
  for (const [inside, count] of Object.entries(drawings))
    it(`of a drawing are counted wherever they stand: ${inside}`, () => assert.equal(countIn(inside), count))
})
