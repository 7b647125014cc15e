import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import { JobLost, JobRefused, JobStarved, JobTimeout, JobTooLarge } from '../../src/kernel/worker-thread.ts'
import { refuseFailedJob } from '../../src/worker/preparation.ts'

const refusalOf = (error: Error): unknown => {
  try {
    return refuseFailedJob(error)
  } catch (thrown) {
    return thrown
  }
}

it('work of the thread that fails is refused by its cause: what is too complex for good, what was bad luck for now', () => {
  const cases: [error: Error, code: string, says: RegExp][] = [
    [new JobTimeout(), 'INVALID_FIELD', /takes longer than \d seconds or too much memory/],
    [new JobTooLarge(), 'INVALID_FIELD', /make its pictures simpler/],
    [new JobStarved(), 'UNAVAILABLE', /nothing was changed/],
    [new JobLost(), 'UNAVAILABLE', /nothing was changed/],
    [new JobRefused(), 'UNAVAILABLE', /nothing was changed/],
  ]
  for (const [error, code, says] of cases) {
    const refused = refusalOf(error)
    assert.ok(refused instanceof Failure, String(refused))
    assert.equal(refused.code, code)
    assert.match(refused.message, says)
    if (code === 'INVALID_FIELD') assert.deepEqual(refused.details, { field: 'blocks', problem: 'too_complex' })
  }
})

it('a fault of the thread stays what it is', () => {
  const fault = new Error('broken on purpose')
  assert.equal(refusalOf(fault), fault)
})
