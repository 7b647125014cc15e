/** Recommendations, and what time brings about: sections 15.12 and 17 of the rules. */
import { articlesIn, candidateOf, type Item, isPublic, publishedOf, type Revision, tallyOf } from './items.ts'
import { karma, received } from './votes.ts'
import { type Account, DAY, HOUR, type World } from './world.ts'

const HALF_DAY = 12 * HOUR
const GRACE = 7 * DAY
const EXPIRY = { awaiting_votes: 30 * DAY, auto_review: 7 * DAY }

export const isGrace = ({ graceStart }: World, at: number) => at >= graceStart && at < graceStart + GRACE
export const thresholdAt = (world: World, at: number) => (isGrace(world, at) ? 2 : 11) // 17.5, 17.6

/** 17.7 */
export function trustOf(world: World, account: Account, at: number) {
  const byPeer = new Map<Account, number>()
  const add = (peer: Account, value: number) => byPeer.set(peer, (byPeer.get(peer) ?? 0) + value)
  const isSettled = (vote: { at: number }) => vote.at + HALF_DAY <= at
  for (const vote of received(world, account)) if (isSettled(vote)) add(vote.voter, vote.value)
  const onArticles = world.itemVotes.filter((vote) => vote.item.author === account && isSettled(vote))
  const counted = onArticles.filter(({ item }) => !item.withdrawn && !item.restricted)
  const latest = new Map(counted.map((vote) => [`${vote.voter.id} ${vote.item.id}`, vote]))
  for (const { voter, value } of latest.values()) add(voter, value)
  const balances = [...byPeer]
    .filter(([peer]) => !peer.revoked && at - peer.createdAt >= DAY)
    .map(([, balance]) => Math.max(-5, Math.min(5, balance)))
  return {
    age_seconds: at - account.createdAt,
    k: karma(world, account),
    r: balances.reduce((sum, balance) => sum + balance, 0),
    p: balances.filter((balance) => balance > 0).length,
  }
}

/** Why a recommendation of this account does not count. (17.5, 17.6, 17.10) */
export function reasonsAgainst(world: World, account: Account, at: number): string[] {
  const { age_seconds, k, r, p } = trustOf(world, account, at)
  const reasons = {
    age: age_seconds < DAY,
    karma: k < 5,
    reputation: r < 5,
    positive_peers: p < 3,
  }
  const standing = { suspended: account.suspended, restricted: account.restricted, revoked: account.revoked }
  const all = isGrace(world, at) ? standing : { ...reasons, ...standing }
  return Object.entries(all).flatMap(([reason, holds]) => (holds ? [reason] : []))
}

export function qualifyingOf(world: World, revision: Revision, at: number): number {
  const recommendations = world.itemVotes.filter((vote) => vote.revision === revision && vote.value === 1)
  const isOld = (vote: { at: number }) => isGrace(world, at) || vote.at + HALF_DAY <= at
  return recommendations.filter((vote) => isOld(vote) && reasonsAgainst(world, vote.voter, at).length === 0).length
}

/** 15.13 */
export const isFree = ({ author }: Item) => 'name' in author && !author.restricted && !author.revoked

/** Publishes every candidate that has enough recommendations. (15.2) */
export function publishDue(world: World, at = world.now) {
  for (const item of articlesIn(world)) {
    const revision = candidateOf(item)
    if (!revision || !isFree(item) || tallyOf(world, revision).up < thresholdAt(world, at)) continue
    if (qualifyingOf(world, revision, at) < thresholdAt(world, at)) continue
    const old = publishedOf(item)
    if (old) Object.assign(old, { status: 'superseded', since: at }) // 15.4
    Object.assign(revision, { status: 'published', since: at, wasPublic: true })
    item.firstPublishedAt ??= at
    item.updatedAt = at
    world.events.push({ type: 'published', at, item, revision })
    decide(world, item, revision, 'published')
  }
}

/** 15.5 */
export function expireDue(world: World, at = world.now) {
  for (const item of world.items)
    for (const revision of item.revisions) {
      const { status, since } = revision
      if (status !== 'awaiting_votes' && status !== 'auto_review') continue
      if (since + EXPIRY[status] > at) continue
      Object.assign(revision, { status: 'expired', since: since + EXPIRY[status] })
      decide(world, item, revision, 'expired')
    }
}

export function decide(world: World, item: Item, revision: Revision, decision: string) {
  const { author } = item
  if ('name' in author)
    world.told.push({ to: author, at: revision.since, item, revision, reasons: ['decision'], decision })
}

/** Moves the time on, and makes every change that falls due on the way, at its second. (15.12) */
export function advance(world: World, now: number) {
  const moments = new Set<number>()
  const note = (at: number) => at > world.now && at <= now && moments.add(at)
  note(world.graceStart + GRACE)
  for (const vote of [...world.itemVotes, ...world.votes]) note(vote.at + HALF_DAY)
  for (const { createdAt } of world.accounts) note(createdAt + DAY)
  for (const { revisions } of world.items)
    for (const { status, since } of revisions)
      if (status === 'awaiting_votes' || status === 'auto_review') note(since + EXPIRY[status])
  for (const at of [...moments].sort((a, b) => a - b)) {
    world.now = at
    expireDue(world)
    publishDue(world)
  }
  world.now = now
}

/** A comment is announced once, when others can read it first; a lift announces again. (16.7, 16.8, 23.9) */
export function announce(world: World, item: Item, revision: Revision) {
  const type = revision.status === 'published' && isPublic(item) ? 'published' : 'submitted'
  world.events.push({ type, at: world.now, item, revision })
  revision.wasOpen = true
  if (item.post === item) return
  const authors = { comment: item.post.author, answer: item.parent?.author }
  for (const to of new Set(Object.values(authors))) {
    if (to === undefined || to === item.author || !('name' in to)) continue
    const reasons = Object.entries(authors).flatMap(([reason, author]) => (author === to ? [reason] : []))
    world.told.push({ to, at: world.now, item, revision, reasons })
  }
}
