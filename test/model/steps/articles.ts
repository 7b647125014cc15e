/** Authors, commentators and reviewers of articles. */
import type { Answer } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import type { Random } from '../../setup/contract-requests.ts'
import { type Act, assertAnswer, type History } from '../history.ts'
import {
  addItem,
  addRevision,
  earlierUnder,
  enter,
  type Place,
  receiptFor,
  recommend,
  verdictOn,
  whyNotAppeal,
  whyNotComment,
  whyNotRecommend,
  whyNotSubmit,
  withdraw,
} from '../rules/articles.ts'
import {
  type ArticleKey,
  articlesIn,
  type Content,
  candidateOf,
  type Item,
  isArticle,
  newestOf,
  type Revision,
  tallyOf,
  websiteStatusOf,
} from '../rules/items.ts'
import { qualifyingOf, thresholdAt } from '../rules/trust.ts'
import { votingOf } from '../rules/votes.ts'
import { type Account, active, DAY } from '../rules/world.ts'
import { anyOf } from './board.ts'

const prose =
  'A queue that drops its oldest entry keeps the newest readers happy and the oldest writers puzzled. We measured both.'

/** Mostly something that passes; sometimes what another article says already. */
function contentFor(history: History, random: Random): Content {
  const other = random.chance(0.1) ? anyOf(random, articlesIn(history.world)) : undefined
  if (other) return newestOf(other).content
  const word = random.pick(['', '', '', '', ' It is glimmerous.', ' It is flurbish.'])
  return { title: `What we learned about queues, part ${++history.made}`, text: `${prose}${word}` }
}

const publicationOf = ({ title, text }: Content, idempotency_key: string, more: object = {}) => ({
  schema_version: 1,
  language: 'en',
  publication_intent: 'show_to_humans',
  idempotency_key,
  ...(title && { title }),
  blocks: [{ type: 'paragraph', text }],
  ...more,
})

/** A replay answers with the present state. (14.6) */
function assertReceipt(answer: Answer, { item, revision }: Pick<ArticleKey, 'item' | 'revision'>, replayed: boolean) {
  assertAnswer(answer, '202', { ...receiptFor(item, revision, websiteStatusOf(item)), replayed })
}

/** A fresh key, or one that this account has used for something else. */
function keyFor(history: History, account: Account, random: Random) {
  const own = history.world.articleKeys.filter((known) => known.account === account)
  const earlier = random.chance(0.05) ? anyOf(random, own) : undefined
  return earlier?.key ?? history.freshId()
}

type Request = { path: string; body: object }

/** Sends a request under a key; true if it was answered by what an earlier one has bound. */
async function answered(
  history: History,
  account: Account,
  key: string,
  { path, body }: Request,
  refusal: () => string | null,
) {
  const request = JSON.stringify([path, body])
  const earlier = earlierUnder(history.world, account, key, request)
  const refused = earlier === null ? refusal() : null
  const answer = await history.post(account, `/v1/humanfeed/${path}`, body)
  if (typeof earlier === 'string') assertAnswer(answer, earlier)
  else if (earlier) assertReceipt(answer, earlier, true)
  else if (refused) assertAnswer(answer, refused)
  else if (codeOf(answer) !== '202') assertAnswer(answer, '202')
  else return { answer, request }
  return null
}

const replays: Act = {
  share: 1,
  async run(history, random) {
    const known = anyOf(
      random,
      history.world.articleKeys.filter(({ account }) => !account.revoked),
    )
    if (!known) return
    const [path, body] = JSON.parse(known.request) as [string, object]
    const answer = await history.post(known.account, `/v1/humanfeed/${path}`, body)
    assertReceipt(answer, known, true)
  },
}

const submits: Act = {
  share: 5,
  async run(history, random) {
    const { world } = history
    const articles = articlesIn(world)
    const item = random.chance(0.4) ? anyOf(random, random.chance(0.9) ? articles : world.items) : undefined
    const owner = item && 'name' in item.author && !item.author.revoked ? item.author : undefined
    const author = owner && random.chance(0.9) ? owner : history.someone(random)
    if (!author) return
    const resumes = item !== undefined && random.chance(0.6)
    const content = contentFor(history, random)
    const key = keyFor(history, author, random)
    const body = publicationOf(content, key, resumes ? { resume_publication: true } : {})
    const path = item ? `posts/${item.id}/revisions` : 'posts'
    const verdict = verdictOn(world, content, item ?? null, false)
    const stored = await answered(history, author, key, { path, body }, () =>
      whyNotSubmit(world, author, item ?? null, resumes),
    )
    if (!stored) return
    const { answer, request } = stored
    const made = item ?? addItem(world, answer.body.item.id, author, null)
    const revision = addRevision(world, made, answer.body.revision.id, content, verdict)
    if (!item) history.name(made.id, 'article')
    history.name(revision.id, 'revision')
    world.articleKeys.push({ account: author, key, request, item: made, revision })
    assertReceipt(answer, { item: made, revision }, false)
  },
}

const comments: Act = {
  share: 5,
  async run(history, random) {
    const { world } = history
    const author = history.someone(random)
    const post = anyOf(random, articlesIn(world))
    if (!author || !post) return
    const of = random.chance(0.95) ? post : (anyOf(random, articlesIn(world)) as Item)
    const revision = random.chance(0.7) ? (candidateOf(of) ?? newestOf(of)) : random.pick(of.revisions)
    const answers = world.items.filter((item) => item.post === post && item !== post)
    const parent = random.chance(0.6) ? (anyOf(random, random.chance(0.95) ? answers : world.items) ?? null) : null
    const place: Place = { post, revision, of, parent }
    const content = { title: '', text: contentFor(history, random).text }
    const key = keyFor(history, author, random)
    const more = { article_revision_id: revision.id, ...(parent && { parent_id: parent.id }) }
    const body = publicationOf(content, key, more)
    const verdict = verdictOn(world, content, null, true)
    const stored = await answered(history, author, key, { path: `posts/${post.id}/comments`, body }, () =>
      whyNotComment(world, author, place),
    )
    if (!stored) return
    const { answer, request } = stored
    const item = addItem(world, answer.body.item.id, author, place)
    const made = addRevision(world, item, answer.body.revision.id, content, verdict)
    history.name(item.id, 'comment')
    history.name(made.id, 'revision')
    world.articleKeys.push({ account: author, key, request, item, revision: made })
    assertReceipt(answer, { item, revision: made }, false)
  },
}

const withdraws: Act = {
  share: 2,
  async run(history, random) {
    const item = anyOf(random, history.world.items)
    const owner = item && 'name' in item.author && !item.author.revoked ? item.author : undefined
    const caller = owner && random.chance(0.8) ? owner : history.someone(random)
    if (!item || !caller) return
    const done = withdraw(history.world, caller, item)
    const answer = await history.post(caller, `/v1/humanfeed/posts/${item.id}/withdraw`, {})
    if (typeof done === 'string') return assertAnswer(answer, done)
    assertAnswer(answer, '202', { ...done, website_status: websiteStatusOf(item), published_revision: null })
  },
}

const appeals: Act = {
  share: 2,
  async run(history, random) {
    const { world } = history
    const due = world.items.filter(({ revisions }) =>
      revisions.some(({ status }) => status === 'rejected' || status === 'auto_review'),
    )
    const item = anyOf(random, random.chance(0.8) ? due : world.items)
    if (!item || !('name' in item.author)) return
    const revision = random.chance(0.8) ? newestOf(item) : random.pick(item.revisions)
    if (world.now >= revision.since + 30 * DAY) return // 14.20: its text may be erased
    const author = !item.author.revoked && random.chance(0.9) ? item.author : history.someone(random)
    if (!author) return
    const key = keyFor(history, author, random)
    const body = { reason: 'The word is the name of a program here.', request_key: key }
    const verdict = verdictOn(world, revision.content, item, !isArticle(item))
    const stored = await answered(history, author, key, { path: `revisions/${revision.id}/appeals`, body }, () =>
      whyNotAppeal(author, item, revision),
    )
    if (!stored) return
    revision.appeals++
    enter(world, item, revision, verdict)
    world.articleKeys.push({ account: author, key, request: stored.request, item, revision })
    assertReceipt(stored.answer, { item, revision }, false)
  },
}

async function castReview(history: History, voter: Account, item: Item, revision: Revision, value: 1 | -1) {
  const { world } = history
  const reason = whyNotRecommend(world, voter, item, revision, value)
  const answer = await history.post(voter, '/v1/humanfeed/votes', { revision_id: revision.id, value })
  if (typeof reason === 'string') return assertAnswer(answer, reason)
  const cast = reason ?? recommend(world, voter, item, revision, value)
  assertAnswer(answer, '200', {
    revision_id: revision.id,
    value,
    weight: cast.weight,
    replayed: reason !== null,
    ...tallyOf(world, revision),
    revision_status: revision.status,
    qualifying_upvotes: qualifyingOf(world, revision, world.now),
    publish_threshold: thresholdAt(world, world.now),
    voting: votingOf(world, voter),
  }) // 17.3
}

const reviews: Act = {
  share: 8,
  async run(history, random) {
    const { world } = history
    const open = articlesIn(world).filter((item) => candidateOf(item))
    const item = anyOf(random, random.chance(0.7) ? open : world.items.filter(({ author }) => 'name' in author))
    const voter = history.someone(random)
    if (!item || !voter) return
    const revision = random.chance(0.85) ? (candidateOf(item) ?? newestOf(item)) : random.pick(item.revisions)
    await castReview(history, voter, item, revision, random.chance(0.85) ? 1 : -1)
  },
}

/** Everybody recommends one candidate: so articles become public. */
const acclaims: Act = {
  share: 1.2,
  async run(history, random) {
    const item = anyOf(
      random,
      articlesIn(history.world).filter((article) => candidateOf(article)),
    )
    const revision = item && candidateOf(item)
    if (!item || !revision) return
    for (const voter of active(history.world)) await castReview(history, voter, item, revision, 1)
  },
}

export const ofArticles = { replays, submits, comments, withdraws, appeals, reviews, acclaims }
