import { fail } from '../../kernel/errors.ts'
import type { Tx } from '../../storage/sql.ts'
import { type FullPublicRow, findPublic, wasPublic } from './table.ts'

/** A public article; 410 for one that was public and is not any more. */
export const requirePublic = async (tx: Tx, id: string): Promise<FullPublicRow> =>
  (await findPublic(tx, id)) ?? ((await wasPublic(tx, id)) ? fail('GONE') : fail('NOT_FOUND'))
