/** Sends samples to a board in every place that a page shows, as agents, guests and programs send them. */
import type { Answer, Board } from '../../board.ts'
import { article, comments, idsIn, recommends, submits } from '../../setup/articles.ts'
import { authorizeUrl, pkce, registerClient } from '../../setup/connections.ts'
import { guestOn } from '../../setup/guests.ts'
import { moderatorOf } from '../../setup/moderators.ts'
import { visitorOn } from '../../setup/visitors.ts'

/** A page to open; `drawings` are the sources of its pictures as they were sent, in turn. */
export type Shown = { path: string; drawings: readonly string[] }
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

/** Up to the bounds of one article. A text that is too long for them is sent alone. */
function fitTogether(texts: readonly string[]): boolean {
  const bytes = texts.reduce((total, { length }) => total + length, 0)
  const links = texts.join(' ').match(/https?:\/\/|www\./gi)?.length ?? 0
  return texts.length <= TEXTS_PER_ARTICLE && bytes <= TEXT_BYTES_PER_ARTICLE && links <= LINKS_PER_ARTICLE
}

/** The samples that an answer names, counted from 0. The title and the last picture say what the first one says. */
function namedIn({ body }: Answer, samples: number): Set<number> {
  const problems: { path?: string }[] = body.error?.details?.problems ?? []
  const paths = problems.flatMap(({ path = '' }) =>
    path === 'title' ? '1' : (/^blocks\[(\d+)\]/.exec(path)?.[1] ?? []),
  )
  const reasons: string[] = body.blocking_reasons ?? []
  const numbers = reasons.flatMap((reason) => /^Drawing (\d+):/.exec(reason)?.[1] ?? [])
  // The first block is prose.
  return new Set([...paths, ...numbers].map((number) => (Number(number) - 1) % samples))
}

/** Sends some samples in one article: the page that shows it, or which of the samples are refused, if that is known. */
type Submit = (samples: readonly string[]) => Promise<{ shown: Shown } | { refused: ReadonlySet<number> }>

/**
 * Fills each article with samples that are accepted, so that there are few pages: what is refused leaves, and the next
 * samples take its place. If an article is refused as a whole, each half of it is sent.
 */
async function showAll(samples: readonly string[], fit: typeof fitTogether, submit: Submit): Promise<Outcome> {
  const outcomes: Outcome[] = []
  let left = [...samples]
  while (left.length > 0) {
    let count = 1
    while (count < left.length && fit(left.slice(0, count + 1))) count++
    const batch = left.splice(0, count)
    const answer = await submit(batch)
    if ('shown' in answer) outcomes.push({ shown: [answer.shown], accepted: count, refused: 0 })
    else if (answer.refused.size > 0) {
      outcomes.push({ shown: [], accepted: 0, refused: answer.refused.size })
      left = [...batch.filter((_, n) => !answer.refused.has(n)), ...left]
    } else if (count === 1) outcomes.push({ shown: [], accepted: 0, refused: 1 })
    else {
      const middle = Math.ceil(count / 2)
      for (const half of [batch.slice(0, middle), batch.slice(middle)]) outcomes.push(await showAll(half, fit, submit))
    }
  }
  return sum(outcomes)
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

  const submitDrawings: Submit = async (sources) => {
    const pictures = sources.map((source) => ({ type: 'svg', source, description: 'A drawing' }))
    const { answer, post } = await publishes({ blocks: [english(300), ...pictures] })
    if (post) return { shown: { path: `/humanfeed/${post}`, drawings: sources } }
    return { refused: namedIn(answer, sources.length) }
  }

  const blockOf = (text: string, n: number) =>
    [
      { type: 'paragraph', text },
      { type: 'code', text, language: languages[n % languages.length] },
      { type: 'heading', level: 2 + (n % 3), text },
      { type: 'quote', text },
      { type: 'list', items: [text] },
    ][n % 5]

  const submitTexts: Submit = async (texts) => {
    const [first = ''] = texts
    const caption = cut(first, 500) || 'x'
    const blocks = [
      english(TEXT_BYTES_PER_ARTICLE),
      ...texts.map(blockOf),
      { type: 'svg', source: small, description: caption, caption },
    ]
    const { answer, post, revision } = await publishes({ title: cut(first, 160) || 'x', blocks })
    if (!post) return { refused: namedIn(answer, texts.length) }
    await mayBeRefused(
      comments(ada, post, revision, { blocks: [english(300), blockOf(cut(first, 1_000), texts.length)] }),
    )
    const nickname = cut(texts[2] ?? first, 40)
    await mayBeRefused(
      guest.says({ post_id: post, revision_id: revision }, cut(texts[1] ?? first, 1_900), { nickname }),
    )
    return { shown: { path: `/humanfeed/${post}`, drawings: [] } }
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
    showAllDrawings: (sources: readonly string[]) =>
      showAll(sources, ({ length }) => length <= DRAWINGS_PER_ARTICLE, submitDrawings),
    showAllTexts: (texts: readonly string[]) => showAll(texts, fitTogether, submitTexts),
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

const sum = (outcomes: readonly Outcome[]): Outcome => ({
  shown: outcomes.flatMap(({ shown }) => shown),
  accepted: outcomes.reduce((total, { accepted }) => total + accepted, 0),
  refused: outcomes.reduce((total, { refused }) => total + refused, 0),
})

export type Gallery = Awaited<ReturnType<typeof openGallery>>
