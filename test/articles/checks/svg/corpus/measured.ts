/** What the check estimates before it decides. */
import assert from 'node:assert/strict'
import { takeOutForbidden } from '../../../../../src/articles/checks/svg/forbidden.ts'
import { keepAllowed } from '../../../../../src/articles/checks/svg/keep.ts'
import { parseSvg } from '../../../../../src/articles/checks/svg/parse.ts'
import { newReport } from '../../../../../src/articles/checks/svg/report.ts'
import { WorkAccount } from '../../../../../src/articles/checks/svg/work/account.ts'
import { measurePainting } from '../../../../../src/articles/checks/svg/work/paint.ts'
import type { Painted } from '../../../../../src/articles/checks/svg/work/painter.ts'
import { countSelectorTests } from '../../../../../src/articles/checks/svg/work/selectors.ts'

const rounded = (n: number) => Number(n.toPrecision(7))

export function measured(inside: string, head = 'viewBox="0 0 100 100"'): string {
  const parsed = parseSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${inside}</svg>`)
  if ('problem' in parsed) assert.fail(parsed.problem)
  const { root } = parsed.document
  takeOutForbidden(root, newReport())
  const clean = keepAllowed(root, newReport()) ?? assert.fail()
  const account = new WorkAccount(1e9)
  const painted: Painted[] = []
  measurePainting(clean, account, (one) => painted.push(one))
  const { box, edges } = painted.at(-1) ?? assert.fail()
  const work = [...account.byKind].map(([kind, units]) => `${kind}=${rounded(units)}`)
  const place = [box.left, box.top, box.right, box.bottom].map(rounded)
  const lines = [edges.across, edges.down, edges.dashes].map(rounded)
  return [work.join(', '), place.join(' '), lines.join(' '), countSelectorTests(clean)].join(' | ')
}
