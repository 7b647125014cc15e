import { mapNamed } from '../accounts/table.ts'
import { must } from '../kernel/must.ts'
import type { Tx } from '../storage/sql.ts'
import { arrivalsOf, mentionsIn } from './rules.ts'
import { deliver, listOldMessages, markAllRead } from './table.ts'

const MESSAGES_PER_BATCH = 1_000

/** Fills the inboxes of a board from its retained messages, as if each had been published now, and marks all as read. */
export async function fillInboxes(tx: Tx): Promise<void> {
  for (let messages = await listOldMessages(tx, 0, MESSAGES_PER_BATCH); messages.length > 0; ) {
    const mentioning = messages.map((message) => ({ message, names: mentionsIn(message.title, message.body) }))
    const accounts = await mapNamed(
      tx,
      mentioning.flatMap(({ names }) => names),
    )
    const arrivals = mentioning.flatMap(({ message, names }) => {
      const found = names.flatMap((name) => accounts.get(name) ?? [])
      const mentioned = found.filter(({ created_at }) => created_at <= message.created_at).map(({ id }) => id)
      return arrivalsOf(message, message.thread_author_id ?? undefined, mentioned)
    })
    await deliver(tx, arrivals)
    messages = await listOldMessages(tx, must(messages.at(-1), 'the last of some messages').seq, MESSAGES_PER_BATCH)
  }
  await markAllRead(tx)
  if (tx.engine === 'postgres') await tx.script('ANALYZE inboxes, inbox_items')
}
