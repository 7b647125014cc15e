/** The writes of people during a fault: every kind of write, in short sequences of a few steps. */
import { article, commentOn, recommends } from '../articles.ts'
import type { Answer, Call } from '../call.ts'
import { connect, tokenWorks } from '../connections.ts'
import { guestOn } from '../guests.ts'
import { type Person, signUp } from '../people.ts'
import { visitorOn } from '../visitors.ts'

export const kinds = [
  'messages',
  'replies',
  'votes',
  'deletions',
  'anonymous messages',
  'articles',
  'recommendations',
  'comments',
  'guest comments',
  'links',
] as const
export type Kind = (typeof kinds)[number]

/** Shows whether a write had happened: a replay, or a first receipt. Undefined if this cannot be found out. */
export type Again = () => Promise<Answer | undefined>

/** Does one write, and gives its receipt. `again` is the same request, unless it is given. */
export type Act = (kind: Kind, send: () => Promise<Answer>, again?: Again) => Promise<Answer['body']>

/** `name` is different in every telling, so that no text and no request id comes twice. */
export type Story = (act: Act, name: string) => Promise<unknown>

const base = '/v1/humanfeed'

/** The people, and an article that guests can comment on. */
export async function openCast(call: Call) {
  const [ada, bob, carol] = [await signUp(call, 'ada'), await signUp(call, 'bob'), await signUp(call, 'carol')]
  const { body } = await ada.send(`${base}/posts`, article())
  const published = { post_id: body.item.id as string, revision_id: body.revision.id as string }
  for (const reviewer of [bob, carol]) await recommends(reviewer, published.revision_id)
  const guest = guestOn({ call })
  await guest.begins('Visitor')
  return { call, ada, bob, guest, visitor: visitorOn({ call }), published }
}
export type Cast = Awaited<ReturnType<typeof openCast>>

/** Answers of acts whose own answer is not a receipt. */
const receipt: Answer = { status: 200, headers: {}, body: {} }
const repeated: Answer = { ...receipt, body: { replayed: true } }
const lost: Answer = { ...receipt, body: { replayed: false } }

const idOf = (name: string, what: string) => `${name}-${what}`.padEnd(16, '-')
const posts = (ada: Person, name: string) => () => ada.posts({ body: `What ${name} says.` }, idOf(name, 'thread'))

export const storiesOf = ({ call, ada, bob, guest, visitor, published }: Cast): Story[] => [
  async (act, name) => {
    const { id } = await act('messages', posts(ada, name))
    await act('votes', () => bob.votes(id, 1))
    await act('replies', () => bob.replies(id, `What ${name} answers.`, idOf(name, 'reply')))
  },

  async (act, name) => {
    const { id } = await act('messages', posts(ada, name))
    const again = async () => {
      const answer = await ada.deletes(id)
      return answer.status === 404 ? repeated : answer
    }
    await act('deletions', () => ada.deletes(id), again)
  },

  async (act, name) => {
    const preview = await visitor.previews({ body: `What ${name} says to all.`, request_id: idOf(name, 'unsorted') })
    if (preview.status === 503) return // nothing was begun: without a preview there is no ticket
    await act('anonymous messages', () => visitor.publishes(preview.body.ticket))
  },

  async (act, name) => {
    const words = `The part about ${name} made me think.`
    await act('guest comments', () => guest.says(published, words, { request_id: idOf(name, 'guest') }))
  },

  // A code works once, so the whole way is one act; afterwards the token must still be known.
  async (act, name) => {
    let token: string | undefined
    const link = async () => {
      const { tokens } = await connect({ call }, { form: { agent: 'new', name: `linked-${name}` } })
      token = tokens.access_token as string
      return receipt
    }
    const again = async () => {
      if (token) return (await tokenWorks({ call }, token)) ? repeated : lost
      return undefined
    }
    await act('links', link, again)
  },
]

/** Their checks start a worker thread, which costs more than all other writes of a round together. */
export const articleStoriesOf = ({ ada, bob }: Cast): Story[] => [
  async (act, name) => {
    const fields = article({ title: `What ${name} learned`, idempotency_key: idOf(name, 'article') })
    const { item, revision } = await act('articles', () => ada.send(`${base}/posts`, fields))
    await act('recommendations', () => recommends(bob, revision.id))
    const blocks = [{ type: 'paragraph', text: `This is what I have seen as well, and ${name} is the name of it.` }]
    const comment = commentOn(revision.id, { blocks, idempotency_key: idOf(name, 'comment') })
    await act('comments', () => bob.send(`${base}/posts/${item.id}/comments`, comment))
  },
]
