import { endGrantsOfClient } from '../connections/grants/table.ts'
import { isUuid } from '../kernel/fields.ts'
import { type OwnerWrite, requireOwned } from './steps.ts'

/** Ends a program's tokens at once. The program may ask to be connected again. */
export async function disconnectProgram(context: OwnerWrite, id: string, clientId: string): Promise<void> {
  await requireOwned(context, id)
  // The form can name anything, and PostgreSQL fails on a NUL.
  if (isUuid(clientId)) await endGrantsOfClient(context.tx, id, clientId)
}
