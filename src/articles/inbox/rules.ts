/** Whom an event of the article side is for. */
export const articleReasons = ['comment', 'answer', 'decision'] as const
export type ArticleReason = (typeof articleReasons)[number]

export const decisions = ['published', 'rejected', 'expired'] as const
export type Decision = (typeof decisions)[number]

/** The reasons are stored as a sum of these, a bit for each. */
const bits: Readonly<Record<ArticleReason, number>> = { comment: 1, answer: 2, decision: 4 }
export const DECIDED = bits.decision
export const articleReasonsIn = (sum: number) => articleReasons.filter((reason) => sum & bits[reason])

/** The authors of the article and of the comment that is answered; null for a guest. */
export type Authors = { author_id: string | null; article_author_id: string | null; parent_author_id: string | null }

/** An account's own comments are not in its inbox. */
export function recipientsOf({ author_id, article_author_id, parent_author_id }: Authors): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (account: string | null, bit: number) => {
    if (account !== null && account !== author_id) sums.set(account, (sums.get(account) ?? 0) | bit)
  }
  add(article_author_id, bits.comment)
  add(parent_author_id, bits.answer)
  return sums
}
