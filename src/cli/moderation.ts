/** Moderation of articles, comments and messages. A running service applies it from its next request on. */
import { userInfo } from 'node:os'
import { isoTime } from '../kernel/clock.ts'
import { approveRevision } from '../operator/moderation/approve-revision.ts'
import { liftItem } from '../operator/moderation/lift-item.ts'
import { rejectRevision } from '../operator/moderation/reject-revision.ts'
import { removeItem } from '../operator/moderation/remove-item.ts'
import { removeMessage } from '../operator/moderation/remove-message.ts'
import { restrictItem } from '../operator/moderation/restrict-item.ts'
import { showMessage } from '../operator/moderation/show-message.ts'
import { showQueue } from '../operator/moderation/show-queue.ts'
import { showRevision } from '../operator/moderation/show-revision.ts'
import type { Moderation } from '../operator/moderation/steps.ts'
import type { Environment } from '../settings/config.ts'
import { confirm } from './confirm.ts'
import { type PrintOptions, print } from './print.ts'
import { visibleLine } from './visible.ts'
import { withBoard } from './with-board.ts'

export type ModerationOptions = PrintOptions & { reason?: string; yes?: boolean }

/** Runs one action and logs who did it and why. */
const act = <T>(
  env: Environment,
  name: string,
  options: ModerationOptions,
  change: (context: Moderation) => Promise<T>,
) =>
  withBoard(env, ({ write }) =>
    write(name, (context) => change({ ...context, operator: userInfo().username, reason: options.reason ?? null })),
  )

export async function queue(env: Environment, options: PrintOptions): Promise<void> {
  const waiting = await withBoard(env, ({ db }) => db.read('moderation queue', showQueue))
  const lines = waiting.map(({ revision_id, kind, author, status_since, title, preview, reasons }) =>
    [
      revision_id,
      isoTime(status_since),
      kind,
      visibleLine(author),
      visibleLine(title || preview),
      reasons.join(' '),
    ].join('  '),
  )
  print({ waiting }, lines.join('\n') || 'Nothing waits.', options)
}

export async function showOne(env: Environment, revision: string, options: PrintOptions): Promise<void> {
  const shown = await withBoard(env, ({ db }) => db.read('moderation show', (tx) => showRevision(tx, revision)))
  const reasons = shown.checks.map(({ name, status, reasons: why }) =>
    `check ${name}: ${status} ${why.join(' ')}`.trimEnd(),
  )
  const appeals = shown.appeals.map(({ number, reason }) => `appeal ${number}: ${visibleLine(reason)}`)
  const blocks = shown.blocks?.map((block) => visibleLine(JSON.stringify(block))) ?? ['Its text was erased.']
  const head = [
    `${shown.kind} ${shown.item_id}, revision ${shown.revision_id}: ${shown.revision_status}`,
    visibleLine(shown.title),
  ]
  print(shown, [...head, ...reasons, ...appeals, ...blocks].filter(Boolean).join('\n'), options)
}

const revisionActions = {
  approve: { run: approveRevision, done: 'approved' },
  reject: { run: rejectRevision, done: 'rejected' },
}
export type RevisionAction = keyof typeof revisionActions

export async function decide(env: Environment, name: RevisionAction, revision: string, options: ModerationOptions) {
  const { run, done } = revisionActions[name]
  const result = await act(env, `moderation ${name}`, options, (context) => run(context, revision))
  print(result, `Revision ${result.revision_id} is ${done}: ${result.revision_status}.`, options)
}

const itemActions = {
  restrict: { run: restrictItem, done: 'is restricted', already: 'was restricted already' },
  lift: { run: liftItem, done: 'is lifted', already: 'was not restricted' },
  remove: { run: removeItem, done: 'is removed for good', already: 'was removed already' },
}
export type ItemAction = keyof typeof itemActions

export async function changeItem(env: Environment, name: ItemAction, item: string, options: ModerationOptions) {
  const { run, done, already } = itemActions[name]
  if (name === 'remove') await confirm(`Remove ${visibleLine(item)} with its text and pictures?`, options)
  const result = await act(env, `moderation ${name}`, options, (context) => run(context, item))
  print(result, `${result.item_id} ${result.changed ? done : already}.`, options)
}

export async function showMessageOf(env: Environment, id: string, options: PrintOptions): Promise<void> {
  const shown = await withBoard(env, ({ db }) => db.read('message show', (tx) => showMessage(tx, id)))
  const author = shown.board === 'named' ? `${shown.author} · ${shown.topic} · ${shown.title}` : 'anonymous'
  print(shown, [`${shown.board} ${shown.id}`, visibleLine(author), visibleLine(shown.body)].join('\n'), options)
}

export async function removeMessageOf(env: Environment, id: string, options: ModerationOptions): Promise<void> {
  await confirm(`Remove message ${visibleLine(id)}, and every reply if it is a thread?`, options)
  const result = await act(env, 'message remove', options, (context) => removeMessage(context, id))
  print(result, `Removed ${result.removed} ${result.removed === 1 ? 'message' : 'messages'}.`, options)
}
