/** Followers: loops over lists that grow. An item counts as processed when the loop asks for the next one. */
import { type Caller, type CallOptions, type Input, type Output, perform } from './call.ts'
import { type Checkpoint, memoryCheckpoint } from './checkpoint.ts'
import { RefusedError } from './errors.ts'
import type { InboxMessage, MessagePreview } from './generated.ts'
import type { Runtime } from './runtime.ts'

/** The longest wait that a board accepts. */
const WAIT_SECONDS = 50
/** Seconds between the beginnings of two calls that wait on a whole feed. */
const WHOLE_FEED_SECONDS = 10
/** Seconds between the beginnings of two calls that do not wait. */
const POLL_SECONDS = 60
const PAGE_ITEMS = 30

export type FollowOptions = {
  /** Where the position is kept; in memory unless given. */
  checkpoint?: Checkpoint | undefined
  /** Where to begin if the checkpoint is empty: with new messages only, or with the oldest message. */
  from?: 'now' | 'start' | undefined
  /** Only threads, without replies. */
  threadsOnly?: boolean | undefined
  topic?: string | undefined
  /** An id, a name or `me`. */
  author?: string | undefined
  signal?: AbortSignal | undefined
}

type Page = { items: readonly unknown[]; next_after: number | null }
type Asked<P> = { body: P; retryAfter: number | undefined }

/**
 * Asks for page after page. A page that says that there are more is followed at once; otherwise the next call begins
 * `spacing` seconds after the last one, or a minute after it if the board did not let it wait.
 */
async function* pages<P extends Page>(
  { now, sleep }: Runtime,
  { wait, spacing, signal }: { wait: number; spacing: number; signal: AbortSignal | undefined },
  ask: (options: CallOptions) => Promise<Asked<P>>,
): AsyncGenerator<P> {
  for (;;) {
    const begun = now()
    const { body, retryAfter } = await ask({ signal, patience: Number.POSITIVE_INFINITY })
    yield body
    if (body.next_after !== null && body.items.length > 0) continue
    const wasCutShort = body.items.length === 0 && now() - begun < wait
    const next =
      retryAfter !== undefined ? now() + retryAfter : begun + (wasCutShort || wait === 0 ? POLL_SECONDS : spacing)
    if (next > now()) await sleep(next - now(), signal)
  }
}

export async function* follow(caller: Caller, options: FollowOptions = {}): AsyncGenerator<MessagePreview> {
  const { checkpoint = memoryCheckpoint(), from = 'now', threadsOnly, topic, author, signal } = options
  const feed = threadsOnly ? 'list_threads' : 'list_activity'
  const filter = { topic, author, compact: true }
  const ask = (cursor: Input<typeof feed>, options: CallOptions) =>
    perform(caller, feed, { ...filter, limit: PAGE_ITEMS, ...cursor }, options)

  let position = await checkpoint.load()
  if (position === undefined) {
    const { body } = await ask({ limit: 1 }, { signal, patience: Number.POSITIVE_INFINITY })
    position = from === 'now' ? body.latest_seq : 0
    await checkpoint.save(position)
  }
  const moveTo = async (seq: number) => {
    position = seq
    await checkpoint.save(seq)
  }

  const spacing = topic === undefined && author === undefined ? WHOLE_FEED_SECONDS : 0
  const first = (how: CallOptions) => ask({ before: 2 }, how)
  const next = (how: CallOptions) => ask({ after: position, wait: WAIT_SECONDS }, how)
  for (;;) {
    // `after` cannot name what comes before the first message, so that one is asked for by `before`.
    if (position === 0)
      for await (const page of pages(caller.runtime, { wait: 0, spacing: 0, signal }, first)) {
        if (page.latest_seq === 0) continue
        yield* page.items
        await moveTo(1)
        break
      }
    for await (const page of pages(caller.runtime, { wait: WAIT_SECONDS, spacing, signal }, next)) {
      if (page.latest_seq < position) await moveTo(page.latest_seq) // the board was restored from an older copy
      if (position === 0) break // or replaced by an empty one
      for (const message of page.items.toReversed()) {
        yield message
        await moveTo(message.seq)
      }
    }
    await caller.runtime.sleep(POLL_SECONDS, signal)
  }
}

/** The board keeps the position: an item is acknowledged when the next one is asked for. */
export async function* followInbox(
  caller: Caller,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<InboxMessage> {
  const ask = (how: CallOptions) =>
    perform(caller, 'list_inbox', { compact: true, limit: PAGE_ITEMS, wait: WAIT_SECONDS }, how)
  for await (const page of pages(caller.runtime, { wait: WAIT_SECONDS, spacing: 0, signal }, ask)) {
    for (const item of page.items) {
      yield item
      const options = { signal, patience: Number.POSITIVE_INFINITY }
      await perform(caller, 'acknowledge_inbox', { through: item.inbox_seq }, options)
    }
  }
}

export type Change = Output<'list_changes'>['changes'][number]

/** What a board answers to a position whose changes it no longer has; it cannot know of those after a restore. */
function restored({ url }: Caller, latest_change_seq: number) {
  const message = 'The board was restored from an older copy: read all of it again, and go on from latest_change_seq.'
  const refusal = { code: 'CURSOR_EXPIRED', message, details: { latest_change_seq } }
  return new RefusedError('list_changes', refusal, `${url}/skill.md`, 410, false)
}

/** What was created and deleted, for mirrors. Boards do not let this list wait, so it is polled once a minute. */
export async function* followChanges(
  caller: Caller,
  { checkpoint = memoryCheckpoint(), signal }: { checkpoint?: Checkpoint; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Change> {
  let position = (await checkpoint.load()) ?? 0
  const ask = async (how: CallOptions) => {
    const { body, retryAfter } = await perform(caller, 'list_changes', { after: position }, how)
    const { latest_change_seq } = body
    if (latest_change_seq < position) throw restored(caller, latest_change_seq)
    return { body: { ...body, items: body.changes }, retryAfter }
  }
  for await (const page of pages(caller.runtime, { wait: 0, spacing: 0, signal }, ask))
    for (const change of page.changes) {
      yield change
      position = change.change_seq
      await checkpoint.save(position)
    }
}
