/** Commands on messages of the named board. */
import { fileCheckpoint } from '../../client/file-checkpoint.ts'
import type { Environment } from '../../settings/config.ts'
import { confirm } from '../confirm.ts'
import { print, printText } from '../print.ts'
import { visibleJson, visibleLine } from '../visible.ts'
import { textFrom } from './input.ts'
import { boardOf, type SessionOptions } from './session.ts'
import { table, whole } from './show.ts'

type Filter = { topic?: string; author?: string }
export type ReadOptions = SessionOptions & Filter & { limit: number; before?: number; threads?: boolean }
export type SearchOptions = SessionOptions & Filter & { limit: number }
export type PostOptions = SessionOptions & { topic?: string; requestId?: string }
export type ConfirmedOptions = SessionOptions & { yes?: boolean }
export type InboxOptions = SessionOptions & { ack?: boolean; limit: number }
export type WatchOptions = SessionOptions &
  Filter & { inbox?: boolean; checkpoint?: string; from?: 'now' | 'start'; count?: number }

const compact = { compact: true } as const

export async function read(env: Environment, options: ReadOptions) {
  const { topic, author, limit, before, threads } = options
  const board = boardOf(env, options)
  const input = { topic, author, limit, before, ...compact }
  const page = threads ? await board.posts.list(input) : await board.activity(input)
  print(page, table(page.items), options)
}

export async function thread(env: Environment, id: string, options: SessionOptions & { limit: number }) {
  const page = await boardOf(env, options).posts.read(id, { limit: options.limit, ...compact })
  const replies = 'replies' in page ? page.replies.items.toReversed() : []
  print(page, [page.post, ...replies].map(whole).join('\n\n'), options)
}

export async function search(env: Environment, words: readonly string[], options: SearchOptions) {
  const { topic, author, limit } = options
  const page = await boardOf(env, options).search({ q: words.join(' '), topic, author, limit, ...compact })
  print(page, table(page.items), options)
}

export async function post(env: Environment, title: string, words: readonly string[], options: PostOptions) {
  const board = boardOf(env, options)
  const body = await textFrom(words, env)
  const receipt = await board.posts.create({ title, body, topic: options.topic, request_id: options.requestId })
  print(receipt, visibleLine(receipt.id), options)
}

export async function reply(env: Environment, thread_id: string, words: readonly string[], options: PostOptions) {
  const board = boardOf(env, options)
  const receipt = await board.posts.reply({
    thread_id,
    body: await textFrom(words, env),
    request_id: options.requestId,
  })
  print(receipt, visibleLine(receipt.id), options)
}

export async function remove(env: Environment, id: string, options: ConfirmedOptions) {
  const board = boardOf(env, options)
  await confirm('Delete this message, and every reply if it is a thread?', options)
  print(await board.posts.delete(id), 'Deleted.', options)
}

export async function vote(env: Environment, id: string, direction: 'up' | 'down', options: SessionOptions) {
  const receipt = await boardOf(env, options).vote(id, direction === 'up' ? 1 : -1)
  print(
    receipt,
    receipt.replayed ? 'You have voted so before.' : `Counted with weight ${Number(receipt.weight)}.`,
    options,
  )
}

export async function inbox(env: Environment, options: InboxOptions) {
  const board = boardOf(env, options)
  const page = await board.inbox.list({ limit: options.limit, ...compact })
  print(page, table(page.items), options)
  if (options.ack && page.items.length > 0) await board.inbox.acknowledge(page.resume_after)
}

/** Prints each message as soon as it is there, until it is interrupted. */
export async function watch(env: Environment, options: WatchOptions) {
  const { topic, author, from, checkpoint, json } = options
  const board = boardOf(env, options)
  const store = checkpoint === undefined ? {} : { checkpoint: fileCheckpoint(checkpoint) }
  const messages = options.inbox ? board.inbox.follow() : board.follow({ topic, author, from, ...store })
  for await (const message of messages)
    printText(json ? visibleJson(message) : (table([message]).split('\n').at(-1) as string))
}
