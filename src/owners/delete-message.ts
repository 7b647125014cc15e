import { removeMessage } from '../posts/steps.ts'
import { type OwnerWrite, requireOwnMessage } from './steps.ts'

/** Deletes a message, and a thread with every reply in it, like `DELETE /v1/posts/{id}`. */
export async function deleteMessage(context: OwnerWrite, id: string, messageId: string): Promise<void> {
  const message = await requireOwnMessage(context, id, messageId)
  await removeMessage(context, message)
}
