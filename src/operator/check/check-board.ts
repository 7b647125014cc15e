/**
 * Recounts every stored figure of a board. It also compares every retained message with the search index and the
 * inboxes.
 */
import { mapNamed } from '../../accounts/table.ts'
import { parseBlocks } from '../../articles/content/rules.ts'
import { countWords, termsOfArticle } from '../../articles/words/rules.ts'
import { listPublicTexts } from '../../articles/words/table.ts'
import { mentionsIn } from '../../inboxes/rules.ts'
import { listMentions } from '../../inboxes/table.ts'
import { must } from '../../kernel/must.ts'
import { measure } from '../../posts/publishing/rules.ts'
import { type CheckedPost, listForCheck } from '../../posts/table.ts'
import { blockOf, postingOf, postingsOf, RETAINED, termsWithPlace } from '../../search/rules.ts'
import { articleIndex, keepShown, listAllBlocks, messageIndex } from '../../search/table.ts'
import { readSequence } from '../../storage/counters.ts'
import { findDamage } from '../../storage/integrity.ts'
import type { Difference } from '../../storage/recount.ts'
import type { Database, Tx } from '../../storage/sql.ts'
import { articleRecounts } from './articles/table.ts'
import { boardRecounts } from './board/table.ts'
import { quotaRecounts } from './quotas/table.ts'

export type Finding = { name: string; differences: Difference[] }

const SHOWN_PER_CHECK = 20
const MESSAGES_PER_ROUND = 1_024
const ARTICLES_PER_READ = 16

const recounts = [...boardRecounts, ...quotaRecounts, ...articleRecounts]

type Question = { name: string; ask: () => Promise<Difference[]> }

/** `report` is called after each check. The number of checks is known, but not the time that they take. */
export async function checkBoard(db: Database, report: (done: number, of: number) => void): Promise<Finding[]> {
  const questions: Question[] = [
    { name: 'database file', ask: () => db.read('check: file', findDamage) },
    ...recounts.map(({ name, question }) => ({
      name,
      ask: () => db.read(`check: ${name}`, (tx) => tx.all<Difference>(question)),
    })),
    { name: 'search index', ask: () => checkTexts(db, 'check: search', compareIndex) },
    { name: 'search index of articles', ask: () => checkArticleTexts(db) },
    { name: 'mentions in inboxes', ask: () => checkTexts(db, 'check: mentions', compareMentions) },
  ]
  const findings: Finding[] = []
  for (const [n, { name, ask }] of questions.entries()) {
    const differences = await ask()
    if (differences.length > 0) findings.push({ name, differences: differences.slice(0, SHOWN_PER_CHECK) })
    report(n + 1, questions.length)
  }
  return findings
}

type Compare = (tx: Tx, messages: readonly CheckedPost[], block: number) => Promise<Difference[]>

/** Compares what is made from the text of each message with what is stored. Each block is read from one snapshot. */
async function checkTexts(db: Database, name: string, compare: Compare): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let block = 0; ; block++) {
    const isLast = await db.read(name, async (tx) => {
      const messages = await listForCheck(tx, block * MESSAGES_PER_ROUND, (block + 1) * MESSAGES_PER_ROUND)
      differences.push(...(await compare(tx, messages.rows, block)))
      return messages.isLast
    })
    if (isLast || differences.length >= SHOWN_PER_CHECK) return differences.slice(0, SHOWN_PER_CHECK)
  }
}

const compareIndex: Compare = async (tx, messages, block) => {
  const postings = await listAllBlocks(tx, messageIndex, block)
  const held = new Map(postings.map(({ term, postings }) => [term, new Set(postings.match(/../g) ?? [])]))
  const missing = messages.flatMap((message) => {
    const { seq, title, body } = message
    const terms = termsWithPlace(measure(title, body).terms, message)
    const term = terms.find((candidate) => !held.get(candidate)?.has(postingOf(seq)))
    return term === undefined ? [] : [{ id: String(seq), stored: null, counted: term }]
  })
  const seqs = new Set(messages.map(({ seq }) => postingOf(seq)))
  const strays = [...(held.get(RETAINED) ?? [])].filter((posting) => !seqs.has(posting))
  return [
    ...missing,
    ...strays.map((posting) => ({ id: `block ${block}`, stored: posting, counted: 'no such message' })),
  ]
}

/**
 * Checks that the index has every term of its public articles, and no other. Each block of 1,024 numbers is read from
 * one snapshot.
 */
async function checkArticleTexts(db: Database): Promise<Difference[]> {
  const differences: Difference[] = []
  const newest = await db.read('check: articles', (tx) => readSequence(tx, 'event_seq'))
  for (let block = 0; block <= blockOf(newest) && differences.length < SHOWN_PER_CHECK; block++)
    differences.push(...(await db.read('check: articles', (tx) => compareArticles(tx, block))))
  return differences.slice(0, SHOWN_PER_CHECK)
}

async function compareArticles(tx: Tx, block: number): Promise<Difference[]> {
  const wanted = new Map<string, string>()
  const differences: Difference[] = []
  for (let from = block * MESSAGES_PER_ROUND; blockOf(from) === block; ) {
    const texts = await listPublicTexts(tx, from, ARTICLES_PER_READ)
    const articles = texts.filter(({ seq }) => blockOf(seq) === block)
    const indexed = articles.map((text) => ({ seq: text.seq, terms: termsOfArticle(text) }))
    for (const [term, postings] of postingsOf(indexed)) wanted.set(term, (wanted.get(term) ?? '') + postings)
    for (const { id, word_count: stored, blocks } of articles) {
      const counted = countWords(parseBlocks(blocks))
      if (stored !== counted) differences.push({ id, stored, counted })
    }
    from =
      articles.length === ARTICLES_PER_READ
        ? must(articles.at(-1), 'the last article').seq + 1
        : Number.POSITIVE_INFINITY
  }
  const held = new Map((await listAllBlocks(tx, articleIndex, block)).map(({ term, postings }) => [term, postings]))
  const inOrder = (postings = '') => (postings.match(/../g) ?? []).toSorted().join('')
  for (const term of new Set([...wanted.keys(), ...held.keys()])) {
    const [stored, counted] = [held.get(term) ?? null, wanted.get(term) ?? null]
    if (inOrder(stored ?? '') !== inOrder(counted ?? '')) differences.push({ id: term, stored, counted })
  }
  return differences
}

/**
 * Compares mentions. If an account was made in the same second as a message, their order is not known. Items of a
 * thread that is being removed may be missing.
 */
const compareMentions: Compare = async (tx, messages, block) => {
  const wanted = messages.map((message) => ({ message, names: mentionsIn(message.title, message.body) }))
  const names = wanted.flatMap((one) => one.names)
  const accounts = await mapNamed(tx, [...new Set(names)])
  const shown = new Set(
    await keepShown(
      tx,
      messages.map(({ seq }) => seq),
    ),
  )
  const due = new Set<string>()
  const allowed = new Set<string>()
  for (const { message, names } of wanted)
    for (const name of names) {
      const account = accounts.get(name)
      if (!account || account.id === message.author_id) continue
      allowed.add(`${message.seq} ${name}`)
      if (shown.has(message.seq) && account.created_at < message.created_at) due.add(`${message.seq} ${name}`)
    }
  const items = await listMentions(tx, block * MESSAGES_PER_ROUND, (block + 1) * MESSAGES_PER_ROUND)
  const stored = new Set(items.map(({ post_seq, name }) => `${post_seq} ${name}`))
  return [
    ...[...due].filter((id) => !stored.has(id)).map((id) => ({ id, stored: 0, counted: 1 })),
    ...[...stored].filter((id) => !allowed.has(id)).map((id) => ({ id, stored: 1, counted: 0 })),
  ]
}
