import type { Tx } from '../../storage/sql.ts'
import { findNewestTime } from './table.ts'

/** When something was last made on the board; 0 on an empty one. */
export const readNewestTime = (tx: Tx): Promise<number> => findNewestTime(tx)
