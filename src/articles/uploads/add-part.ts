import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { accepting, uuid } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { fixed } from '../../settings/limits.ts'
import { takeRoom } from '../capacity/steps.ts'
import { sweepUploads } from '../capacity/table.ts'
import { findPart, findUpload, insertPart, listPartNumbers } from './table.ts'
import { UploadStatus, uploadView } from './view.ts'

const max = fixed.uploadPartMaxBytes
const MOST_PARTS = fixed.articleRequestMaxBytes

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const data = accepting(
  z
    .string()
    .check(({ value, issues }) => {
      const bytes = Buffer.from(value, 'base64').length
      const problem = !base64.test(value)
        ? 'not_base64'
        : bytes === 0
          ? 'too_short'
          : bytes > max
            ? 'too_long'
            : undefined
      if (problem) issues.push({ code: 'custom', input: value, params: { problem } })
    })
    .meta({ description: `Base64 of at most ${max} bytes.`, contentEncoding: 'base64' }),
  { details: { accepted: 'base64', min: 1, max, unit: 'bytes' } },
)

export const addPart = operation({
  name: 'humanfeed_add_part',
  summary: 'Send one part of an announced document; parts may come in any order, and again.',
  effect: 'write',
  access: { scope: 'board:write' },
  http: {
    method: 'POST',
    path: '/v1/humanfeed/uploads/{upload_id}/parts',
    oauth: 'accepted',
    status: 202,
    maxBodyBytes: fixed.uploadPartRequestMaxBytes,
  },
  tool: 'humanfeed_upload',
  input: z.strictObject({
    upload_id: uuid('The upload.'),
    part_number: accepting(z.int().min(0).max(MOST_PARTS).meta({ description: 'From 0, in order.' }), {
      details: { min: 0, max: MOST_PARTS },
    }),
    data,
  }),
  output: UploadStatus,
  refuses: ['UPLOAD_MISMATCH', 'ACCOUNT_RESTRICTED', 'CAPACITY'],

  async run({ input, caller, tx, now, site }) {
    const upload = (await findUpload(tx, input.upload_id, caller.id, now)) ?? fail('NOT_FOUND')
    const bytes = Buffer.from(input.data, 'base64').length
    const part = { n: input.part_number, bytes, data: Buffer.from(input.data, 'base64').toString('base64') }
    const earlier = await findPart(tx, upload.id, part.n)
    if (earlier && earlier.data !== part.data) mismatch({ part_number: part.n, problem: 'other_bytes' })
    const numbers = await listPartNumbers(tx, upload.id)
    if (earlier) return uploadView(upload, numbers)
    const received_bytes = upload.received_bytes + bytes
    if (received_bytes > upload.expected_bytes)
      mismatch({ problem: 'too_many_bytes', expected_bytes: upload.expected_bytes })
    const received = [...numbers, part.n].toSorted((a, b) => a - b)
    requireNumber(part.n, received, upload.expected_bytes - received_bytes)
    if (!(await takeRoom({ tx, now, site }, bytes))) return settleFirst
    await sweepUploads(tx, now)
    await insertPart(tx, upload.id, part)
    return uploadView({ ...upload, received_bytes }, received)
  },
})

/** Every part has a byte at least, so the bytes that are left bound how many parts can still be missing. */
function requireNumber(part_number: number, received: readonly number[], bytesLeft: number) {
  const missing = must(received.at(-1), 'the last part') + 1 - received.length
  if (missing <= bytesLeft) return
  const max = Math.max(0, part_number - (missing - bytesLeft))
  fail(
    'INVALID_FIELD',
    { field: 'part_number', problem: 'not_allowed', min: 0, max },
    { message: `Parts are numbered from 0; with this size part_number can be at most ${max}.` },
  )
}

const sentences = {
  other_bytes: 'This part has arrived already with other bytes; start a new upload.',
  too_many_bytes: 'The parts together are larger than the document that was announced; start a new upload.',
}

function mismatch(details: { problem: keyof typeof sentences } & Record<string, unknown>): never {
  fail('UPLOAD_MISMATCH', details, { message: sentences[details.problem] })
}
