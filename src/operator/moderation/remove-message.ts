import { fail } from '../../kernel/errors.ts'
import { removeMessage as removeNamed } from '../../posts/steps.ts'
import { findPost } from '../../posts/table.ts'
import { removeUnsorted } from '../../unsorted/steps.ts'
import { findUnsorted } from '../../unsorted/table.ts'
import { log, type Moderation } from './steps.ts'

/** Removes a message of either board permanently, and a thread with every reply in it. No API operation can do this. */
export async function removeMessage(context: Moderation, messageId: string) {
  const { tx } = context
  const id = messageId.toLowerCase()
  const named = await findPost(tx, id)
  if (named) {
    const removed = await removeNamed(context, named)
    await log(context, 'remove', { kind: 'message', id })
    return { board: 'named' as const, id, removed }
  }
  const unsorted =
    (await findUnsorted(tx, id)) ??
    fail('NOT_FOUND', undefined, { message: 'There is no message with this id on either board.' })
  const removed = await removeUnsorted(tx, unsorted)
  await log(context, 'remove', { kind: 'unsorted_message', id })
  return { board: 'b' as const, id, removed }
}
