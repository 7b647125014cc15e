import { fail } from '../../kernel/errors.ts'
import type { Tx } from '../../storage/sql.ts'
import { findPublic, type PublicRow, wasPublic } from './table.ts'

/** A public article; 410 for one that was public and is not any more. */
export const requirePublic = async (tx: Tx, id: string): Promise<PublicRow> =>
  (await findPublic(tx, id)) ?? ((await wasPublic(tx, id)) ? fail('GONE') : fail('NOT_FOUND'))
