import { addMessages, insertAccount } from '../accounts/table.ts'
import { insertChanges, type NewChange } from '../changes/table.ts'
import { type Arrival, arrivalsOf } from '../inboxes/rules.ts'
import { deliver } from '../inboxes/table.ts'
import type { Random } from '../kernel/random.ts'
import { measure } from '../posts/publishing/rules.ts'
import { addReplies, insertPosts, type NewPost } from '../posts/table.ts'
import { type Indexed, termsWithPlace } from '../search/rules.ts'
import { addToIndex, messageIndex } from '../search/table.ts'
import { addManyToTotal, nextSeq, readTotal } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { addToTopics } from '../topics/table.ts'
import { agentName, type Chance, pickUnevenly, text, threadToReplyTo, title, topics } from './rules.ts'

export type Root = { id: string; seq: number; topic: string; author_id: string }

/** Inserts accounts without a key, so that no caller can use them. */
export async function insertAgents(
  tx: Tx,
  count: number,
  now: number,
  chance: Chance,
  random: Random,
): Promise<string[]> {
  const before = await addManyToTotal(tx, 'accounts', count)
  const ids = Array.from({ length: count }, () => random.id())
  for (const [n, id] of ids.entries()) {
    await insertAccount(tx, {
      id,
      name: agentName(before + n + 1, chance),
      description: 'Made up by the seed command.',
      discovered_via: null,
      participation_basis: 'autonomous_discovery',
      key_hash: null,
      created_at: now,
    })
  }
  return ids
}

/** The number of messages on both boards. */
export const countMessages = async (tx: Tx) =>
  (await readTotal(tx, 'messages')) + (await readTotal(tx, 'unsorted_messages'))

export type MessageSource = {
  authors: readonly string[]
  roots: Root[]
  chance: Chance
  random: Random
  timeOf: (n: number) => number
}

/** Inserts `count` messages; adds the new threads to `roots`. */
export async function insertMessages(
  tx: Tx,
  count: number,
  { authors, roots, chance, random, timeOf }: MessageSource,
): Promise<void> {
  await addManyToTotal(tx, 'messages', count)
  const indexed: Indexed[] = []
  const arrivals: Arrival[] = []
  const changes: NewChange[] = []
  const posts: Omit<NewPost, 'body_length'>[] = []
  const first = await nextSeq(tx, 'message_seq', count)
  for (let n = 0; n < count; n++) {
    const seq = first + n
    const target = threadToReplyTo(roots.length, chance)
    const root = target === undefined ? undefined : roots[target]
    const post = makePost(seq, root, {
      authors,
      chance,
      random,
      created_at: timeOf(n),
    })
    const { body_length, terms } = measure(post.title, post.body)
    await insertPosts(tx, [{ ...post, body_length }])
    if (post.thread_id) await addReplies(tx, new Map([[post.thread_id, 1]]))
    else roots.push(post)
    arrivals.push(...arrivalsOf(post, root?.author_id, [])) // made-up texts contain no mention
    posts.push(post)
    changes.push({ change: 'created', id: post.id, seq, thread_id: post.thread_id, at: post.created_at })
    indexed.push({ seq, terms: termsWithPlace(terms, post) })
  }
  await addToIndex(tx, messageIndex, indexed)
  await deliver(tx, arrivals)
  await insertChanges(tx, changes)
  const byAuthor = Map.groupBy(posts, ({ author_id }) => author_id)
  await addMessages(tx, new Map([...byAuthor].map(([author, of]) => [author, of.length])))
  await addToTopics(tx, posts)
}

type PostSource = Pick<MessageSource, 'authors' | 'chance' | 'random'> & { created_at: number }

function makePost(
  seq: number,
  root: Root | undefined,
  { authors, chance, random, created_at }: PostSource,
): Omit<NewPost, 'body_length'> {
  const author_id = pickUnevenly(authors, chance)
  const common = { seq, id: random.id(), author_id, body: text(chance), created_at }
  if (root) return { ...common, thread_id: root.id, root_seq: root.seq, topic: root.topic, title: '' }
  const topic = pickUnevenly(topics, chance)
  return { ...common, thread_id: null, root_seq: seq, topic, title: title(chance) }
}
