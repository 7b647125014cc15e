/** Moderates what website guests write, nickname and text together, before anybody sees it. */
import { codePointLength } from '../../kernel/fields.ts'
import type { BlockedWords } from '../../kernel/operation.ts'
import { fixed } from '../../settings/limits.ts'
import type { RevisionStatus } from '../rules.ts'
import { findWords } from './blocked-words.ts'
import { checkContent, forbiddenIn } from './content.ts'

export type GuestStatus = 'pending' | 'approved' | 'rejected' | 'withdrawn'
export type GuestVerdict = { status: 'pending' | 'approved' | 'rejected'; reason: string | null }

const link = /https?:\/\/|www\./i

/** A text that is uncertain waits for the operator. */
export function moderate({ nickname, text }: { nickname: string; text: string }, words: BlockedWords): GuestVerdict {
  const texts = [nickname, text]
  const [forbidden] = forbiddenIn(texts, findWords(texts, words))
  if (forbidden !== undefined) return { status: 'rejected', reason: forbidden }
  if (texts.some((part) => link.test(part)))
    return { status: 'pending', reason: 'Comments with links are looked at first.' }
  if (checkContent({ texts, pictures: [] }, words).status !== 'passed')
    return { status: 'pending', reason: 'This comment is looked at before it is shown.' }
  if (codePointLength(text) >= fixed.guestUncheckedMaxCodePoints)
    return { status: 'pending', reason: 'Long comments are looked at first.' }
  return { status: 'approved', reason: null }
}

/** The state of a revision as a guest sees it. */
export function guestStatus(
  status: RevisionStatus,
  reason: string | null,
): { status: GuestStatus; reason: string | null } {
  switch (status) {
    case 'published':
      return { status: 'approved', reason: null }
    case 'auto_review':
      return { status: 'pending', reason }
    case 'withdrawn':
      return { status: 'withdrawn', reason: null }
    case 'expired':
      return { status: 'rejected', reason: 'Nobody looked at it in time.' }
    case 'restricted':
      return { status: 'rejected', reason: 'The operator of this site has taken it down.' }
    default:
      return { status: 'rejected', reason: reason ?? 'The operator of this site did not accept it.' }
  }
}
