/** Keeps the words of articles in step with what people can read. */
import { must } from '../../kernel/must.ts'
import { addToIndex, articleIndex, takeFromIndex } from '../../search/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { parseBlocks } from '../content/rules.ts'
import type { Item } from '../items/table.ts'
import { countWords, termsOfArticle } from './rules.ts'
import { clearArticleIndex, findText, listPublicTexts, saveWordCount } from './table.ts'

/** Runs in the write that changes the public revision of an article, and writes only the terms that differ. */
export async function followPublicRevision(tx: Tx, item: Item, publicId: string | null): Promise<void> {
  const [before, after] = [await findWords(tx, item.public_revision_id), await findWords(tx, publicId)]
  const seq = must(item.first_published_seq, 'the number of a public article')
  await takeFromIndex(tx, articleIndex, { seq, terms: without(before.terms, after.terms) })
  const added = without(after.terms, before.terms)
  if (added.length > 0) await addToIndex(tx, articleIndex, [{ seq, terms: added }])
  await saveWordCount(tx, item.id, after.count)
}

const without = (terms: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...terms].filter((term) => !others.has(term))

async function findWords(tx: Tx, revisionId: string | null) {
  const text = revisionId === null ? undefined : await findText(tx, revisionId)
  if (!text) return { terms: new Set<string>(), count: 0 }
  return { terms: new Set(termsOfArticle(text)), count: countWords(parseBlocks(text.blocks)) }
}

/** How many articles one step reads: an article can have as many words as a hundred messages. */
const ARTICLES_PER_BATCH = 16

/** Builds the index anew from what is public. */
export async function indexArticles(tx: Tx): Promise<void> {
  await clearArticleIndex(tx)
  for (let texts = await listPublicTexts(tx, 0, ARTICLES_PER_BATCH); texts.length > 0; ) {
    await addToIndex(
      tx,
      articleIndex,
      texts.map((text) => ({ seq: text.seq, terms: termsOfArticle(text) })),
    )
    for (const { id, blocks } of texts) await saveWordCount(tx, id, countWords(parseBlocks(blocks)))
    const { seq } = must(texts.at(-1), 'the last article of a batch')
    texts = await listPublicTexts(tx, seq + 1, ARTICLES_PER_BATCH)
  }
}
