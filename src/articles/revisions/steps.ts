import { must } from '../../kernel/must.ts'
import type { Tx } from '../../storage/sql.ts'
import { packedHighlights } from '../checks/highlight.ts'
import { parseBlocks } from '../content/rules.ts'
import { listWithCode, saveHighlights } from './table.ts'

const REVISIONS_PER_BATCH = 16

/** Only for revisions that can be read now; the code of older ones is never shown. */
export async function highlightStored(tx: Tx): Promise<void> {
  for (let rows = await listWithCode(tx, '', REVISIONS_PER_BATCH); rows.length > 0; ) {
    for (const { id, blocks } of rows) {
      const highlights = packedHighlights(parseBlocks(blocks))
      if (highlights) await saveHighlights(tx, id, highlights)
    }
    rows = await listWithCode(tx, must(rows.at(-1), 'the last revision of a batch').id, REVISIONS_PER_BATCH)
  }
}
