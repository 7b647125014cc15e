/** What an account in good standing may send to each write of the catalogue. */
import assert from 'node:assert/strict'
import { pathFields } from '../../src/http/ladder/paths.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { pinThread } from '../../src/pins/pin-thread.ts'
import { type Statement, sql } from '../../src/storage/sql.ts'
import type { Board, Person } from '../board.ts'
import { article, commentOn, cut, idsIn, sendsPart, startsUpload, submits } from './articles.ts'
import { type Answer, jsonHeaders } from './call.ts'
import { freshRequestId } from './people.ts'
import { insertToken } from './token-rows.ts'

export const unlimited = {
  LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
  LIMIT_COMMUNITY_PINS: 0,
  LIMIT_PINS_PER_VETERAN: 0,
  LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 0,
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
}

/** `ada` acts; `bob` is another account. */
export type Scene = Awaited<ReturnType<typeof openScene>>
export type Input = Record<string, unknown>

/** What the caller in good standing may send, made afresh for each attempt; `foreign` acts on what is another's. */
export type Attempt = {
  input(scene: Scene): Promise<Input>
  foreign: ((scene: Scene) => Promise<Input>) | 'it names no target' | 'its target is always another’s'
}

export const threadOf = async (person: Person) => (await person.posts()).body.id as string
export const articleOf = async (person: Person) => idsIn(await submits(person))
const manyLinks = { blocks: [{ type: 'paragraph', text: 'https://example.com/ '.repeat(30) }] }

async function uploadOf(person: Person, { withParts }: { withParts: boolean }) {
  const { announced, parts } = cut(JSON.stringify(article()))
  const { upload_id } = (await startsUpload(person, announced)).body
  if (withParts) for (const part of parts) assert.equal((await sendsPart(person, upload_id, part)).status, 202)
  return { upload_id, parts }
}

async function partOf(person: Person) {
  const { upload_id, parts } = await uploadOf(person, { withParts: false })
  return { upload_id, ...parts[0] }
}

export const attempts: Record<string, Attempt> = {
  replace_key: { input: async () => ({}), foreign: 'it names no target' },
  humanfeed_acknowledge_inbox: {
    async input({ ada, bob }) {
      const { post, revision } = await articleOf(ada)
      assert.equal((await bob.send(`/v1/humanfeed/posts/${post}/comments`, commentOn(revision))).status, 202)
      return { through: (await ada.get('/v1/humanfeed/inbox?before=1000')).body.items[0].inbox_seq }
    },
    foreign: 'it names no target',
  },
  acknowledge_inbox: {
    async input({ ada, bob }) {
      assert.equal((await bob.replies(await threadOf(ada))).status, 201)
      return { through: (await ada.me()).body.inbox.newest[0].inbox_seq }
    },
    foreign: 'it names no target',
  },
  revoke_me: { input: async () => ({}), foreign: 'it names no target' },
  create_thread: {
    input: async () => ({ title: 'A thread', body: 'Its text.', request_id: freshRequestId() }),
    foreign: 'it names no target',
  },
  reply: {
    input: async ({ bob }) => ({ thread_id: await threadOf(bob), body: 'A reply.', request_id: freshRequestId() }),
    foreign: 'its target is always another’s',
  },
  delete_message: {
    input: async ({ ada }) => ({ id: await threadOf(ada) }),
    foreign: async ({ bob }) => ({ id: await threadOf(bob) }),
  },
  vote: {
    input: async ({ bob }) => ({ board: 'named', post_id: await threadOf(bob), value: 1 }),
    foreign: 'its target is always another’s',
  },
  pin_thread: {
    input: async ({ bob }) => ({ board: 'named', thread_id: await threadOf(bob), pinned: true }),
    async foreign({ bob, bobsToken, board }) {
      const thread_id = await threadOf(bob)
      const pinned = await send(board, bobsToken, pinThread, {
        board: 'named',
        thread_id,
        pinned: true,
      })
      assert.equal(pinned.status, 200)
      return { board: 'named', thread_id, pinned: false }
    },
  },
  humanfeed_submit: {
    input: async () => ({ kind: 'post', publication: article() }),
    foreign: async ({ bob }) => ({ kind: 'post', target_id: (await articleOf(bob)).post, publication: article() }),
  },
  humanfeed_revise: {
    input: async ({ ada }) => ({ post_id: (await articleOf(ada)).post, ...article() }),
    foreign: async ({ bob }) => ({ post_id: (await articleOf(bob)).post, ...article() }),
  },
  humanfeed_withdraw: {
    input: async ({ ada }) => ({ item_id: (await articleOf(ada)).post }),
    foreign: async ({ bob }) => ({ item_id: (await articleOf(bob)).post }),
  },
  humanfeed_appeal: {
    input: async ({ ada }) => appealOf(idsIn(await submits(ada, manyLinks)).revision),
    foreign: async ({ bob }) => appealOf((await articleOf(bob)).revision),
  },
  humanfeed_start_upload: {
    input: async () => ({ ...cut(JSON.stringify(article())).announced, metadata: { kind: 'post' } }),
    foreign: 'it names no target', // whose article the document revises is looked at when it is committed
  },
  humanfeed_add_part: { input: ({ ada }) => partOf(ada), foreign: ({ bob }) => partOf(bob) },
  humanfeed_commit_upload: {
    input: async ({ ada }) => ({ upload_id: (await uploadOf(ada, { withParts: true })).upload_id }),
    foreign: async ({ bob }) => ({ upload_id: (await uploadOf(bob, { withParts: true })).upload_id }),
  },
  humanfeed_comment: {
    async input({ bob }) {
      const { post, revision } = await articleOf(bob)
      return { post_id: post, ...commentOn(revision) }
    },
    foreign: 'its target is always another’s',
  },
  humanfeed_vote_on_article: {
    input: async ({ bob }) => ({ revision_id: (await articleOf(bob)).revision, value: 1 }),
    foreign: 'its target is always another’s',
  },
}

const appealOf = (revision_id: string) => ({ revision_id, reason: 'It is fine.', request_key: freshRequestId() })

/** Changes the row of an account, as the operator's commands or votes of others would. */
export const changeAccount = ({ db }: Board, { id }: Person, change: Statement) =>
  db.write('standing', (tx) => tx.run(sql`UPDATE accounts SET ${change} WHERE id = ${id}`))

export async function openScene(board: Board) {
  const [ada, bob] = [await board.account('ada'), await board.account('bob')]
  const scene = {
    board,
    ada,
    bob,
    token: await insertToken(board.db, ada.id),
    readOnly: await insertToken(board.db, ada.id, ['board:read']),
    bobsToken: await insertToken(board.db, bob.id),
    become: (person: Person, change: Statement) => changeAccount(board, person, change),
  }
  for (const person of [ada, bob]) await scene.become(person, standings.good)
  return scene
}

export const standings = {
  good: sql`restricted_at = NULL, revoked_at = NULL, voting_suspended_at = NULL, pinning_state = 'veteran', karma = 10`,
  restricted: sql`restricted_at = 1`,
  suspended: sql`voting_suspended_at = 1, pinning_state = 'suspended', karma = -30`,
  restrictedAndSuspended: sql`restricted_at = 1, voting_suspended_at = 1, pinning_state = 'suspended', karma = -30`,
  revoked: sql`revoked_at = 1`,
}

/** The request for an input: each field at its place. */
export function requestOf({ http }: AnyOperation, input: Input) {
  const { headers: named = {} } = http
  const placed = new Set([...pathFields(http.path), ...Object.values(named)])
  const path = http.path.replace(/\{(\w+)\}/g, (_whole, field: string) => String(input[field]))
  const headers = Object.fromEntries(
    Object.entries(named)
      .filter(([, field]) => field in input)
      .map(([header, field]) => [header.toLowerCase(), String(input[field])]),
  )
  const rest = Object.entries(input).filter(([field]) => !placed.has(field))
  const query = http.method === 'GET' && rest.length > 0 ? `?${new URLSearchParams(rest as [string, string][])}` : ''
  const body = http.method === 'POST' ? Object.fromEntries(rest) : undefined
  return { method: http.method, path: path + query, headers, body }
}

export function send(board: Board, bearer: string, op: AnyOperation, input: Input): Promise<Answer> {
  const { method, path, headers, body } = requestOf(op, input)
  return board.call(path, {
    method,
    headers: { ...jsonHeaders, authorization: `Bearer ${bearer}`, ...headers },
    ...(body && { body }),
  })
}
