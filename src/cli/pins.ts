/** The operator's pins. A running service shows them with its next answer: it keeps nothing of them in memory. */
import type { Environment } from '../config.ts'
import { isoTime } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isUuid } from '../kernel/fields.ts'
import { systemRandom } from '../kernel/random.ts'
import { pinOfficially } from '../operator/pin-officially.ts'
import { unpinOfficially } from '../operator/unpin-officially.ts'
import { readPins } from '../pins/steps.ts'
import { onBoard, type Printing, printable, say } from './on-board.ts'

export type PinOptions = Printing & { board: 'named' | 'b' }

function targetOf(thread: string, { board }: PinOptions) {
  if (!isUuid(thread)) fail('INVALID_ID', undefined, { message: 'The id of a thread must be a UUID.' })
  return { board, thread_id: thread.toLowerCase() }
}

export async function addPin(env: Environment, thread: string, options: PinOptions): Promise<void> {
  const target = targetOf(thread, options)
  const made = await onBoard(env, (db, now) =>
    db.write('official pin', (tx) => pinOfficially(tx, target, { id: systemRandom.id(), now })),
  )
  say({ ...target, pinned: true, replayed: !made }, made ? 'Pinned.' : 'It was pinned already.', options)
}

export async function removePin(env: Environment, thread: string, options: PinOptions): Promise<void> {
  const target = targetOf(thread, options)
  const removed = await onBoard(env, (db, now) => db.write('official unpin', (tx) => unpinOfficially(tx, target, now)))
  const told = removed ? 'Unpinned.' : 'It has no official pin.'
  say({ ...target, pinned: false, replayed: !removed }, told, options)
}

export async function listPins(env: Environment, options: PinOptions): Promise<void> {
  const { board } = options
  const pinned = await onBoard(env, (db, now) => db.read('pins', (tx) => readPins(tx, board, now)))
  const lines = pinned.map(({ thread_id, kind, pinner, expires_at, title }) =>
    [
      thread_id,
      kind,
      pinner,
      expires_at === null ? 'for good' : `until ${isoTime(expires_at)}`,
      printable(title ?? ''),
    ].join('  '),
  )
  say({ board, pinned }, lines.join('\n') || 'Nothing is pinned.', options)
}
