/** People without an account comment on public articles. */
import assert from 'node:assert/strict'
import { codeOf } from '../../setup/call.ts'
import { guestOn } from '../../setup/guests.ts'
import type { Act } from '../history.ts'
import { withdraw } from '../rules/articles.ts'
import { type GuestSession, receiptStatus, speak, whyNotSpeak } from '../rules/guests.ts'
import { articlesIn, isPublic, newestOf, publishedOf } from '../rules/items.ts'
import { anyOf } from './board.ts'

const MOST_GUESTS = 2

const arrives: Act = {
  share: 0.6,
  async run(history, random) {
    const { world, board, lines } = history
    const known = random.chance(0.5) || world.guests.length >= MOST_GUESTS ? anyOf(random, world.guests) : undefined
    const nickname = `Guest ${random.below(9)}`
    const browser = known?.browser ?? guestOn(board, `203.0.113.${world.guests.length + 1}`)
    const answer = await browser.begins(nickname)
    lines.push(`a guest is called ${nickname} → ${codeOf(answer)}`)
    assert.deepEqual([answer.status, answer.body.session?.nickname], [known ? 200 : 201, nickname]) // 19.1
    if (known) known.nickname = nickname
    else world.guests.push({ id: `guest-${world.guests.length + 1}`, browser, nickname, comments: [] })
  },
}

const texts = [
  'I have seen this too.',
  'Look at https://example.org',
  'It is flurbish.',
  'It is glimmerous.',
  'Thank you.',
]

const says: Act = {
  share: 5,
  async run(history, random) {
    const { world } = history
    const guest = anyOf(random, world.guests)
    const open = articlesIn(world).filter(isPublic)
    const post = anyOf(random, random.chance(0.9) && open.length > 0 ? open : articlesIn(world))
    if (!guest || !post) return
    const revision = random.chance(0.8) ? (publishedOf(post) ?? newestOf(post)) : random.pick(post.revisions)
    const below = world.items.filter((item) => item.post === post && item !== post)
    const parent = random.chance(0.5) ? (anyOf(random, below) ?? null) : null
    const text = random.pick(texts)
    const earlier = random.chance(0.15) ? anyOf(random, guest.comments) : undefined
    const requestId = earlier?.requestId ?? history.freshId()
    const place = { post, revision, of: post, parent }
    const request = JSON.stringify([post.id, revision.id, parent?.id, text])
    const refusal = earlier
      ? earlier.request === request
        ? null
        : '409 IDEMPOTENCY_CONFLICT'
      : whyNotSpeak(world, guest, place)

    const more = { request_id: requestId, ...(parent && { parent_comment_id: parent.id }) }
    const answer = await guest.browser.says({ post_id: post.id, revision_id: revision.id }, text, more)

    history.lines.push(
      `${guest.id} says ${JSON.stringify({ text, post: post.id, revision: revision.id, ...more })} → ${codeOf(answer)}`,
    )
    history.meet(`guest says ${codeOf(answer)}`)
    if (refusal) return assert.equal(codeOf(answer), refusal)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    const item = earlier?.item ?? speak(world, guest, place, text, answer.body.id, requestId)
    if (!earlier) history.name(item.id, 'comment')
    const status = receiptStatus(item)
    const code = earlier ? 200 : { approved: 201, pending: 202, rejected: 200, withdrawn: 200 }[status] // 19.6
    assert.deepEqual([answer.status, answer.body.status, answer.body.replayed], [code, status, earlier !== undefined])
  },
}

/** The session that sent a comment reads its receipt and removes it; for all others it is not found. (19.7) */
const looks: Act = {
  share: 3,
  async run(history, random) {
    const { world, lines } = history
    const guest = anyOf(random, world.guests)
    const said = anyOf(
      random,
      world.guests.flatMap(({ comments }) => comments),
    )
    if (!guest || !said) return
    const { item, requestId } = said
    const isOwn = item.author === guest
    const removes = random.chance(0.3)
    if (removes && isOwn) withdraw(world, guest as GuestSession, item)
    const answer = removes ? await guest.browser.removes(item.id) : await guest.browser.receipt(item.id)
    lines.push(`${guest.id} ${removes ? 'removes' : 'reads the receipt of'} ${item.id} → ${codeOf(answer)}`)
    assert.equal(answer.status, isOwn ? 200 : 404)
    const found = await guest.browser.looksUp(requestId)
    assert.equal(found.status, isOwn ? 200 : 404)
    if (!isOwn) return
    for (const { body } of [answer, found])
      assert.deepEqual([body.id, body.status, body.public_url !== null], [item.id, receiptStatus(item), isPublic(item)])
  },
}

export const ofGuests = { arrives, speaks: says, looksAtReceipt: looks }
