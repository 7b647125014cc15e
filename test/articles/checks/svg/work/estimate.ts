/** The estimate of painting work of any drawing, without the limit at which it stops otherwise. */
import assert from 'node:assert/strict'
import { keepAllowed } from '../../../../../src/articles/checks/svg/keep.ts'
import { parseSvg } from '../../../../../src/articles/checks/svg/parse.ts'
import { newReport } from '../../../../../src/articles/checks/svg/report.ts'
import type { CleanElement } from '../../../../../src/articles/checks/svg/serialize.ts'
import { WorkAccount, type WorkKind } from '../../../../../src/articles/checks/svg/work/account.ts'
import { measurePainting } from '../../../../../src/articles/checks/svg/work/paint.ts'
import type { Reported } from '../../../../../src/articles/checks/svg/work/painter.ts'

export const inSvg = (inside: string, attributes = 'viewBox="0 0 100 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

type Estimate = { account: WorkAccount; painted: Reported[] }

export function cleanOf(inside: string, attributes?: string): CleanElement {
  const parsed = parseSvg(inSvg(inside, attributes))
  if ('problem' in parsed) throw new Error(parsed.problem)
  const report = newReport()
  const clean = keepAllowed(parsed.document.root, report)
  assert.ok(clean)
  assert.deepEqual(report.dropped(), [])
  return clean
}

function measured(inside: string, attributes?: string): Estimate {
  const account = new WorkAccount(Number.MAX_VALUE)
  const painted: Reported[] = []
  measurePainting(cleanOf(inside, attributes), account, (one) => painted.push(one))
  return { account, painted }
}

export const estimateOf = (inside: string, attributes?: string) => {
  const { account, painted } = measured(inside, attributes)
  return { total: account.total, painted }
}
export const workOf = (inside: string, attributes?: string): number => estimateOf(inside, attributes).total
export const workOfKind = (kind: WorkKind, inside: string, attributes?: string): number =>
  measured(inside, attributes).account.byKind.get(kind) ?? 0
