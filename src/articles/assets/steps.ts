/** The two forms of a drawing: as it is, and without its animation. */
import { FinishInWorker } from '../../kernel/finish-in-worker.ts'
import type { Tx } from '../../storage/sql.ts'
import { stillFormOf } from '../checks/svg/sanitize.ts'
import { sha256 } from '../content/rules.ts'
import { type Picture, readAsset } from './table.ts'

/**
 * For a drawing that was stored before still forms existed, the still form is made for each request, in the worker
 * thread.
 */
export async function readForm(tx: Tx, picture: Picture, { isStill }: { isStill: boolean }) {
  const hash = isStill && picture.moves === 1 ? picture.still_hash : picture.hash
  if (hash === null) return new FinishInWorker(Buffer.from(await readAsset(tx, picture.hash)))
  return { hash, source: await readAsset(tx, hash) }
}

export function finishStillForm(stored: Buffer) {
  const source = stillFormOf(stored.toString())
  return { hash: sha256(source), source }
}
