import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import { unparsedInput } from '../../src/kernel/unparsed-input.ts'
import {
  JobLost,
  JobRefused,
  JobStarved,
  JobTimeout,
  JobTooLarge,
  WorkerThread,
} from '../../src/kernel/worker-thread.ts'
import { operations } from '../../src/operations.ts'
import { prepareInWorker } from '../../src/worker/preparation.ts'

const [op = assert.fail()] = operations
const call = { caller: { network: 'here' }, blockedWords: { hard: [], soft: [] } }

it('work of the thread that fails is refused by its cause: what is too complex for good, what was bad luck for now', async (t) => {
  const broken = new Error('broken on purpose')
  const cases: [error: Error, code: string, says: RegExp][] = [
    [new JobTimeout(), 'INVALID_FIELD', /takes longer than \d seconds or too much memory/],
    [new JobTooLarge(), 'INVALID_FIELD', /make its pictures simpler/],
    [new JobStarved(), 'UNAVAILABLE', /nothing was changed/],
    [new JobLost(), 'UNAVAILABLE', /nothing was changed/],
    [new JobRefused(), 'UNAVAILABLE', /nothing was changed/],
  ]
  for (const [error, code, says] of cases) {
    const run = t.mock.method(WorkerThread.prototype, 'run', () => Promise.reject(error))
    const refused = await prepareInWorker(op, unparsedInput({ fields: {} }), call).catch((failure) => failure)
    run.mock.restore()
    assert.ok(refused instanceof Failure, String(refused))
    assert.equal(refused.code, code)
    assert.match(refused.message, says)
    if (code === 'INVALID_FIELD') assert.deepEqual(refused.details, { field: 'blocks', problem: 'too_complex' })
  }
  t.mock.method(WorkerThread.prototype, 'run', () => Promise.reject(broken))
  await assert.rejects(prepareInWorker(op, unparsedInput({ fields: {} }), call), broken)
})

it('a refusal of the thread arrives as it was made there', async (t) => {
  const { code, details, options } = new Failure('GONE', { a: 1 }, { message: 'No.' }).toData()
  t.mock.method(WorkerThread.prototype, 'run', async () => ({ failure: { code, details, options } }))
  await assert.rejects(prepareInWorker(op, unparsedInput({ fields: {} }), call), { code, details, message: 'No.' })
})
