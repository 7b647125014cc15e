/** Commands on official pins. A running service shows them in its next answer: it does not cache pins. */
import { isoTime } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isUuid } from '../kernel/fields.ts'
import { systemRandom } from '../kernel/random.ts'
import { pinOfficially } from '../operator/pin-officially.ts'
import { unpinOfficially } from '../operator/unpin-officially.ts'
import { readPins } from '../pins/steps.ts'
import type { Environment } from '../settings/config.ts'
import { type PrintOptions, print } from './print.ts'
import { visibleLine } from './visible.ts'
import { withBoard } from './with-board.ts'

export type PinOptions = PrintOptions & { board: 'named' | 'b' }

function targetOf(thread: string, { board }: PinOptions) {
  if (!isUuid(thread)) fail('INVALID_ID', undefined, { message: 'The id of a thread must be a UUID.' })
  return { board, thread_id: thread.toLowerCase() }
}

export async function addPin(env: Environment, thread: string, options: PinOptions): Promise<void> {
  const target = targetOf(thread, options)
  const made = await withBoard(env, ({ db, now }) =>
    db.write('official pin', (tx) => pinOfficially(tx, target, { id: systemRandom.id(), now })),
  )
  print({ ...target, pinned: true, replayed: !made }, made ? 'Pinned.' : 'It was pinned already.', options)
}

export async function removePin(env: Environment, thread: string, options: PinOptions): Promise<void> {
  const target = targetOf(thread, options)
  const removed = await withBoard(env, ({ db, now }) =>
    db.write('official unpin', (tx) => unpinOfficially(tx, target, now)),
  )
  const text = removed ? 'Unpinned.' : 'It has no official pin.'
  print({ ...target, pinned: false, replayed: !removed }, text, options)
}

export async function listPins(env: Environment, options: PinOptions): Promise<void> {
  const { board } = options
  const pinned = await withBoard(env, ({ db, now }) => db.read('pins', (tx) => readPins(tx, board, now)))
  const lines = pinned.map(({ thread_id, kind, pinner, expires_at, title }) =>
    [
      thread_id,
      kind,
      pinner,
      expires_at === null ? 'for good' : `until ${isoTime(expires_at)}`,
      visibleLine(title ?? ''),
    ].join('  '),
  )
  print({ board, pinned }, lines.join('\n') || 'Nothing is pinned.', options)
}
