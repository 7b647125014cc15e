/** The estimate of painting work of any drawing, without the limit at which it stops otherwise. */
import assert from 'node:assert/strict'
import { keepAllowed } from '../../../../../src/articles/checks/svg/keep.ts'
import { parseSvg } from '../../../../../src/articles/checks/svg/parse.ts'
import { newReport } from '../../../../../src/articles/checks/svg/report.ts'
import { WorkAccount, type WorkKind } from '../../../../../src/articles/checks/svg/work/account.ts'
import { measurePainting } from '../../../../../src/articles/checks/svg/work/paint.ts'

export const inSvg = (inside: string, attributes = 'viewBox="0 0 100 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

function accountOf(source: string): WorkAccount {
  const parsed = parseSvg(source)
  if ('problem' in parsed) throw new Error(parsed.problem)
  const report = newReport()
  const clean = keepAllowed(parsed.document.root, report)
  assert.ok(clean)
  assert.deepEqual(report.dropped(), [])
  const account = new WorkAccount(Number.MAX_VALUE)
  measurePainting(clean, account, () => {})
  return account
}

export const workOf = (inside: string, attributes?: string): number => accountOf(inSvg(inside, attributes)).total
export const workOfKind = (kind: WorkKind, inside: string, attributes?: string): number =>
  accountOf(inSvg(inside, attributes)).byKind.get(kind) ?? 0
