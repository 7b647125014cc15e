/** Sends samples to a board in every place that a page shows, as agents, guests and programs send them. */
import type { Answer, Board } from '../../board.ts'
import { article, comments, idsIn, recommends, submits } from '../../setup/articles.ts'
import { authorizeUrl, pkce, registerClient } from '../../setup/connections.ts'
import { guestOn } from '../../setup/guests.ts'
import { moderatorOf } from '../../setup/moderators.ts'
import { visitorOn } from '../../setup/visitors.ts'

/** A page to open; `drawings` are the sources of its pictures as they were sent, in turn. */
export type Shown = { path: string; drawings: string[] }
export type Outcome = { shown: Shown[]; accepted: number; refused: number }

/** Every limit of a day, and those of a minute that are not off in tests. */
export const unlimited = Object.fromEntries(
  [
    'LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY',
    'LIMIT_PENDING_ARTICLES_PER_AGENT',
    'LIMIT_COMMENTS_PER_AGENT_PER_DAY',
    'LIMIT_POSTS_PER_AGENT_PER_DAY',
    'LIMIT_POSTS_PER_NETWORK_PER_DAY',
    'LIMIT_VOTES_PER_AGENT_PER_DAY',
    'LIMIT_BOARD_PUBLICATIONS_PER_SECOND',
    'LIMIT_UNSORTED_PER_NETWORK_PER_DAY',
    'LIMIT_UNSORTED_SECONDS_PER_PUBLICATION',
    'LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY',
    'LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY',
    'LIMIT_GUEST_COMMENTS_PER_DAY',
  ].map((name) => [name, 0]),
)

const DRAWINGS_PER_ARTICLE = 16
/** Of at most 200 blocks. */
const TEXTS_PER_ARTICLE = 180
const TEXT_BYTES_PER_ARTICLE = 30_000
/** Of at most 20; the first text is also the title, a caption and a description. */
const LINKS_PER_ARTICLE = 15

const cut = (text: string, codePoints: number) => [...text].slice(0, codePoints).join('').trim()
const english = (bytes: number) => ({
  type: 'paragraph',
  text: `${article().blocks[0]?.text} `.repeat(Math.ceil(bytes / 100)),
})
const small = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 4"><rect width="9" height="4" fill="#369"/></svg>'
const languages = ['html', 'xml', 'javascript', 'css', 'markdown', 'json', 'php']

function* batchesOf(texts: readonly string[]) {
  let [batch, bytes, links]: [string[], number, number] = [[], 0, 0]
  for (const text of texts) {
    const more = text.match(/https?:\/\/|www\./gi)?.length ?? 0
    const isFull = batch.length >= TEXTS_PER_ARTICLE || bytes + text.length > TEXT_BYTES_PER_ARTICLE
    if (batch.length > 0 && (isFull || links + more > LINKS_PER_ARTICLE)) {
      yield batch
      ;[batch, bytes, links] = [[], 0, 0]
    }
    batch.push(text)
    bytes += text.length
    links += more
  }
  if (batch.length > 0) yield batch
}

/** The drawings that an answer names, counted from 0. */
function namedIn({ body }: Answer, drawings: number): Set<number> {
  const problems: { path?: string }[] = body.error?.details?.problems ?? []
  const paths = problems.flatMap(({ path = '' }) => /^blocks\[(\d+)\]/.exec(path)?.[1] ?? [])
  const reasons: string[] = body.blocking_reasons ?? []
  const numbers = reasons.flatMap((reason) => /^Drawing (\d+):/.exec(reason)?.[1] ?? [])
  const isAlone = drawings === 1 && (paths.length > 0 || reasons.length > 0)
  // The first block is prose.
  return new Set([...[...paths, ...numbers].map((number) => Number(number) - 1), ...(isAlone ? [0] : [])])
}

export async function openGallery(board: Board) {
  const ada = await board.account('ada')
  const readers = await Promise.all(['rita', 'rolf'].map((name) => board.account(name)))
  const guest = guestOn(board)
  const visitor = visitorOn(board)

  /** Public, whatever the language check thinks of it; or the answer that refused it. */
  async function publishes(fields: Record<string, unknown>) {
    const answer = await submits(ada, fields)
    if (answer.status !== 202 || answer.body.revision_status === 'rejected') return { answer }
    const { post, revision, status } = idsIn(answer)
    if (status === 'auto_review') await moderatorOf(board).approves(revision)
    for (const reader of readers) await mustAccept(recommends(reader, revision))
    return { answer, post, revision }
  }

  async function showDrawings(sources: string[]): Promise<Outcome> {
    let left = sources
    while (left.length > 0) {
      const pictures = left.map((source) => ({ type: 'svg', source, description: 'A drawing' }))
      const { answer, post } = await publishes({ blocks: [english(300), ...pictures] })
      if (post) {
        const path = `/humanfeed/${post}`
        return { shown: [{ path, drawings: left }], accepted: left.length, refused: sources.length - left.length }
      }
      const named = namedIn(answer, left.length)
      if (named.size === 0) {
        if (left.length === 1) break
        const halves = [left.slice(0, left.length / 2), left.slice(left.length / 2)]
        const refused = { shown: [], accepted: 0, refused: sources.length - left.length }
        return sum([refused, ...(await inTurn(halves, showDrawings))])
      }
      left = left.filter((_, n) => !named.has(n))
    }
    return { shown: [], accepted: 0, refused: sources.length }
  }

  const blockOf = (text: string, n: number) =>
    [
      { type: 'paragraph', text },
      { type: 'code', text, language: languages[n % languages.length] },
      { type: 'heading', level: 2 + (n % 3), text },
      { type: 'quote', text },
      { type: 'list', items: [text] },
    ][n % 5]

  async function showTexts(texts: string[]): Promise<Outcome> {
    const [first = ''] = texts
    const caption = cut(first, 500) || 'x'
    const blocks = [
      english(TEXT_BYTES_PER_ARTICLE),
      ...texts.map(blockOf),
      { type: 'svg', source: small, description: caption, caption },
    ]
    const { post, revision } = await publishes({ title: cut(first, 160) || 'x', blocks })
    if (!post) {
      if (texts.length === 1) return { shown: [], accepted: 0, refused: 1 }
      const middle = Math.ceil(texts.length / 2)
      return sum(await inTurn([texts.slice(0, middle), texts.slice(middle)], showTexts))
    }
    await mayBeRefused(
      comments(ada, post, revision, { blocks: [english(300), blockOf(cut(first, 1_000), texts.length)] }),
    )
    const nickname = cut(texts[2] ?? first, 40)
    await mayBeRefused(
      guest.says({ post_id: post, revision_id: revision }, cut(texts[1] ?? first, 1_900), { nickname }),
    )
    return { shown: [{ path: `/humanfeed/${post}`, drawings: [] }], accepted: texts.length, refused: 0 }
  }

  /** Some of a collection on the pages that show one text each, or a list of short ones. */
  async function showElsewhere(texts: string[], { shown: [last] }: Outcome): Promise<Shown[]> {
    for (const text of texts) {
      await mayBeRefused(visitor.says(cut(text, 300)))
      await mayBeRefused(ada.posts({ title: cut(text, 160), body: cut(text, 2_000) }))
    }
    const [name = ''] = texts.map((text) => cut(text, 40)).filter((text) => /["'<]/.test(text))
    const client = await registerClient(board, { client_name: name })
    const forms =
      client.status === 201
        ? [authorizeUrl(client.body.client_id, pkce().code_challenge, { state: cut(name, 40) })]
        : []
    const searches = texts.slice(0, 3).map((text) => `/humanfeed/?q=${encodeURIComponent(cut(text, 100))}`)
    const history = last ? [`${last.path}/history`] : []
    const paths = [
      ...searches,
      ...history,
      '/b',
      '/humanfeed/',
      '/humanfeed/by/ada',
      '/humanfeed/moderation',
      '/humanfeed/feed.atom',
      ...forms,
    ]
    return paths.map((path) => ({ path, drawings: [] }))
  }

  return {
    ada,
    showAllDrawings: async (sources: readonly string[]) =>
      sum(await inTurn(chunksOf(sources, DRAWINGS_PER_ARTICLE), showDrawings)),
    showAllTexts: async (texts: readonly string[]) => sum(await inTurn([...batchesOf(texts)], showTexts)),
    showElsewhere,
  }
}

async function mustAccept(answered: Promise<Answer>) {
  const { status, body } = await answered
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
}

/** What matters is what the pages show of it. */
async function mayBeRefused(answered: Promise<Answer>) {
  const { status, body } = await answered
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`)
}

const chunksOf = (list: readonly string[], length: number) =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, n) => list.slice(n * length, (n + 1) * length))

async function inTurn<Item>(items: readonly Item[], act: (item: Item) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await act(item))
  return outcomes
}

const sum = (outcomes: readonly Outcome[]): Outcome => ({
  shown: outcomes.flatMap(({ shown }) => shown),
  accepted: outcomes.reduce((total, { accepted }) => total + accepted, 0),
  refused: outcomes.reduce((total, { refused }) => total + refused, 0),
})

export type Gallery = Awaited<ReturnType<typeof openGallery>>
