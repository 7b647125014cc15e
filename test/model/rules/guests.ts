/** People who comment without an account: section 19 of the rules. */
import type { GuestAtSite } from '../../setup/guests.ts'
import { addItem, addRevision, type Place, type Verdict } from './articles.ts'
import { type Item, isPublic, newestOf, publicOutcome, type Revision } from './items.ts'
import { spend, usedToday, type World } from './world.ts'

/** The browser of the guest keeps the cookie; the rest is what the rules know. */
export type GuestSession = {
  id: string
  browser: GuestAtSite
  nickname: string
  comments: { requestId: string; request: string; item: Item }[]
}

/** 19.5 */
export function verdictOnGuest(world: World, text: string): Verdict {
  if (world.words.hard.some((word) => text.includes(word))) return 'fails'
  return text.includes('https://') || world.words.soft.some((word) => text.includes(word)) ? 'uncertain' : 'passes'
}

/** A refusal or null. (19.4, 19.8) */
export function whyNotSpeak(world: World, guest: GuestSession, { post, revision, parent }: Place): string | null {
  if (publicOutcome(post) !== '200') return publicOutcome(post)
  if (!revision.wasPublic || revision.closed) return '404 NOT_FOUND'
  if (parent && !isPublic(parent)) return '404 NOT_FOUND'
  if (parent && parent.depth >= 32) return '409 COMMENT_DEPTH'
  return usedToday(world, 'guest', guest.id) >= world.limits.guestComments ? '429 DAILY_LIMIT' : null
}

export function speak(world: World, guest: GuestSession, place: Place, text: string, id: string, requestId: string) {
  const item = addItem(world, id, guest, place)
  const request = JSON.stringify([place.post.id, place.revision.id, place.parent?.id, text])
  guest.comments.push({ requestId, request, item })
  spend(world, 'guest', guest.id)
  // Nobody is told the id of the revision, so the comment lends its own.
  addRevision(world, item, `${id}:revision`, { title: '', text }, verdictOnGuest(world, text))
  return item
}

/** 19.6 */
export function receiptStatus(item: Item) {
  const { status }: Revision = newestOf(item)
  if (status === 'published') return 'approved'
  return status === 'auto_review' ? 'pending' : status === 'withdrawn' ? 'withdrawn' : 'rejected'
}
