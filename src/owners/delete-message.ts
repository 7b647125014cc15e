import { removeMessage } from '../posts/steps.ts'
import { type OwnerWrite, requireOwnMessage } from './steps.ts'

/** A thread goes with every reply in it, as with `DELETE /v1/posts/{id}`. */
export async function deleteMessage(context: OwnerWrite, id: string, messageId: string): Promise<void> {
  const message = await requireOwnMessage(context, id, messageId)
  await removeMessage(context, message)
}
