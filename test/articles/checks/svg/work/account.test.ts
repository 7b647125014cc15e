/** How work is added up, and where the limits of a drawing are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../../src/articles/checks/svg/sanitize.ts'
import { TooMuchWork, WorkAccount } from '../../../../../src/articles/checks/svg/work/account.ts'
import { problemsOf } from '../../../../../src/articles/checks/svg-safety.ts'
import { inSvg } from './estimate.ts'

describe('an account of work', () => {
  it('adds up work by its kind, for each frame or once', () => {
    const account = new WorkAccount(1_000, 20)
    account.add('text', 2)
    account.isMoving = true
    account.add('text', 3)
    account.addOnce('shapes', 5)
    account.repeat('shapes', 2, 2)
    assert.deepEqual(
      [...account.byKind],
      [
        ['text', 62],
        ['shapes', 135],
      ],
    )
    assert.deepEqual([account.total, account.frames, new WorkAccount(1).frames], [197, 20, 1])
  })

  it('ends beyond its limit, and with work that is without bound', () => {
    const account = new WorkAccount(10)
    account.add('text', 10)
    assert.throws(() => account.add('text', 0.1), TooMuchWork)
    const other = new WorkAccount(10)
    other.add('text', Number.NaN)
    assert.equal(other.total, 10)
  })
})

describe('a drawing', () => {
  const said = (inside: string) => problemsOf(sanitizeSvg(inSvg(inside)))
  const moving = '<set attributeName="x" to="1"/>'
  const sheet = (rules: number) => `<style>${'g{cursor:help}'.repeat(rules)}</style>${'<g/>'.repeat(1_000)}`

  it('may be tested against selectors so often, and a tenth of that if it moves', () => {
    assert.deepEqual([said(sheet(500)), said(sheet(50) + moving)], [[], []])
    const [still = '', ...others] = said(sheet(501))
    assert.match(still, /^A browser may test elements against CSS selectors 1000000 times; .* no :has\(\) or ~\.$/)
    assert.deepEqual(others, [])
    assert.match(said(sheet(51) + moving).join(), /~\. A moving drawing is painted again and again, .* a tenth\.$/)
  })

  it('is told which work is most, and that it moves', () => {
    const shapes = '<rect width="100" height="100"/>'.repeat(1_000)
    const text = `<text font-size="1">${'a'.repeat(9_000)}</text>`
    assert.deepEqual(said(shapes + text), [])
    assert.match(said(shapes + text + moving).join(), /: use fewer, smaller or simpler ones\. A moving drawing is/)
    assert.match(said(text + shapes.repeat(10)).join(), /because its shapes cover .* simpler ones\.$/)
    assert.match(said(`${text.repeat(60)}${shapes}`).join(), /because it has too much text: .* and sizes\.$/)
  })
})
