/** Recounts every stored figure of a board, and looks every retained message up in the search index. */

import { measure } from '../../posts/rules.ts'
import { listForIndex } from '../../posts/table.ts'
import { postingOf, RETAINED, termsWithTopic } from '../../search/rules.ts'
import { listAllBlocks } from '../../search/table.ts'
import { findDamage } from '../../storage/integrity.ts'
import type { Difference } from '../../storage/recount.ts'
import type { Database } from '../../storage/sql.ts'
import { articleRecounts } from './articles/table.ts'
import { boardRecounts } from './board/table.ts'
import { quotaRecounts } from './quotas/table.ts'

export type Finding = { name: string; differences: Difference[] }

const SHOWN_PER_CHECK = 20
const MESSAGES_PER_ROUND = 1_024

const recounts = [...boardRecounts, ...quotaRecounts, ...articleRecounts]

type Question = { name: string; ask: () => Promise<Difference[]> }

/** `report` is called after each of the checks: their number is known, the time that they take is not. */
export async function checkBoard(db: Database, report: (done: number, of: number) => void): Promise<Finding[]> {
  const questions: Question[] = [
    { name: 'database file', ask: () => db.read('check: file', findDamage) },
    ...recounts.map(({ name, question }) => ({
      name,
      ask: () => db.read(`check: ${name}`, (tx) => tx.all<Difference>(question)),
    })),
    { name: 'search index', ask: () => checkIndex(db) },
  ]
  const findings: Finding[] = []
  for (const [n, { name, ask }] of questions.entries()) {
    const differences = await ask()
    if (differences.length > 0) findings.push({ name, differences: differences.slice(0, SHOWN_PER_CHECK) })
    report(n + 1, questions.length)
  }
  return findings
}

/** Block by block: what each message should be found by, against what the index holds. */
async function checkIndex(db: Database): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let block = 0; ; block++) {
    const round = await db.read('check: search', async (tx) => {
      const messages = await listForIndex(tx, block * MESSAGES_PER_ROUND, (block + 1) * MESSAGES_PER_ROUND)
      return { messages, postings: await listAllBlocks(tx, block), isLast: messages.isLast }
    })
    const held = new Map(round.postings.map(({ term, postings }) => [term, new Set(postings.match(/../g) ?? [])]))
    for (const { seq, title, body, topic } of round.messages.rows) {
      const missing = termsWithTopic(measure(title, body).terms, topic).filter(
        (term) => !held.get(term)?.has(postingOf(seq)),
      )
      if (missing.length > 0) differences.push({ id: String(seq), stored: null, counted: missing[0] ?? '' })
    }
    const seqs = new Set(round.messages.rows.map(({ seq }) => postingOf(seq)))
    for (const posting of held.get(RETAINED) ?? [])
      if (!seqs.has(posting)) differences.push({ id: `block ${block}`, stored: posting, counted: 'no such message' })
    if (round.isLast || differences.length >= SHOWN_PER_CHECK) return differences.slice(0, SHOWN_PER_CHECK)
  }
}
