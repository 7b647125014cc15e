/** Joins the parts of an upload to the announced document. Decoding and hashing happen in the worker thread. */
import { createHash } from 'node:crypto'
import { fail } from '../../kernel/errors.ts'
import type { ItemKind } from '../rules.ts'

type Announced = {
  kind: ItemKind
  target_id: string | null
  expected_bytes: number
  expected_hash: string
}
type Part = { n: number; data: string }
type Head = Announced & { parts: { n: number; chars: number }[] }

/** One line of JSON about the session, then the parts as they are stored. */
export function packUpload({ kind, target_id, expected_bytes, expected_hash }: Announced, parts: readonly Part[]) {
  const head: Head = {
    kind,
    target_id,
    expected_bytes,
    expected_hash,
    parts: parts.map(({ n, data }) => ({ n, chars: data.length })),
  }
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...parts.map(({ data }) => Buffer.from(data, 'latin1')),
  ])
}

export function unpackUpload(packed: Buffer): { kind: ItemKind; targetId: string | null; document: Buffer } {
  const end = packed.indexOf('\n')
  const { parts, ...announced }: Head = JSON.parse(packed.toString('utf8', 0, end))
  let from = end + 1
  const decoded = parts.map(({ chars }) => {
    from += chars
    return Buffer.from(packed.toString('latin1', from - chars, from), 'base64')
  })
  const document = Buffer.concat(decoded)
  requireMatch(
    announced,
    parts.map(({ n }) => n),
    document,
  )
  return { kind: announced.kind, targetId: announced.target_id, document }
}

/** Part numbers come in order. */
function requireMatch({ expected_bytes, expected_hash }: Announced, numbers: readonly number[], document: Buffer) {
  const gap = numbers.findIndex((n, index) => n !== index)
  const first_missing_part = gap === -1 ? numbers.length : gap
  const received_bytes = document.length
  if (gap !== -1 || received_bytes < expected_bytes)
    fail(
      'UPLOAD_MISMATCH',
      { problem: 'missing_part', first_missing_part, received_bytes, expected_bytes },
      { message: `Part ${first_missing_part} has not arrived; send what is missing, then commit again.` },
    )
  if (createHash('sha256').update(document).digest('hex') === expected_hash) return
  const message = 'The parts do not have the SHA-256 that was announced; start a new upload with the right one.'
  fail('UPLOAD_MISMATCH', { problem: 'hash', expected_hash }, { message })
}
