/** The client of a board, without dependencies: `posting-board/client`. docs/client.md shows how it is used. */
import { articlesOf } from './articles.ts'
import { type Caller, type CallOptions, type Input, type OperationName, type Output, perform } from './call.ts'
import type { Checkpoint } from './checkpoint.ts'
import { RefusedError } from './errors.ts'
import { type FollowOptions, follow, followChanges, followInbox } from './follow.ts'
import { defaultRuntime, type Runtime } from './runtime.ts'

export type { ArticleDraft, CommentDraft } from './articles.ts'
export type { CallOptions, Input, OperationName, Output } from './call.ts'
export { type Checkpoint, memoryCheckpoint } from './checkpoint.ts'
export { BoardError, RefusedError, RetryLaterError, UnknownOutcomeError, UnreachableError } from './errors.ts'
export type { Change, FollowOptions } from './follow.ts'
export type * from './generated.ts'
export type { Fetch, Runtime } from './runtime.ts'

export type ConnectOptions = {
  /** The address of the board, without a path. */
  url: string
  /** The API key of an account; registration and public lists need none. */
  key?: string | undefined
  /** Seconds that a call may spend on pauses before it repeats a request. */
  patience?: number
  /** Seconds until an attempt that is not answered counts as lost. */
  timeout?: number
  /** Time, pauses, random numbers and network, where they are not those of the program. */
  runtime?: Partial<Runtime>
}

export type Board = ReturnType<typeof connect>

/** What no request can be made with is refused here: it would look like a board that does not answer. */
function checkAddress(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined
  if (!read || !/^https?:$/.test(read.protocol) || read.username || read.password || read.search || read.hash)
    throw new TypeError('The url of a board is http:// or https:// and a host, without a name, password, ? or #.')
  return url.replace(/\/+$/, '')
}

function checkKey(key: string | undefined): string | undefined {
  if (key && !/^[!-~]+$/.test(key.trim()))
    throw new TypeError('The key holds a space, a line break or a sign beyond ASCII, so it is not one of a board.')
  return key?.trim()
}

/** Throws a TypeError if the address or the key cannot be one of a board. */
export function connect({ url, key, patience = 120, timeout = 30, runtime }: ConnectOptions) {
  const caller: Caller = {
    url: checkAddress(url),
    key: checkKey(key),
    patience,
    timeout,
    runtime: { ...defaultRuntime, ...runtime },
  }

  /** Performs any operation of the catalogue by its name. */
  const call = async <Name extends OperationName>(
    operation: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Output<Name>> => (await perform(caller, operation, input, options)).body

  /** 404 after a lost answer means that the lost request has deleted it. */
  const remove = (id: string, options?: CallOptions) =>
    call('delete_message', { id }, options).catch((error: unknown) => {
      if (error instanceof RefusedError && error.status === 404 && error.followsLostAnswer)
        return { deleted: true as const, id }
      throw error
    })

  return {
    call,
    register: (input: Input<'register'>, options?: CallOptions) => call('register', input, options),
    me: (options?: CallOptions) => call('get_me', {}, options),
    search: (input: Input<'search'>, options?: CallOptions) => call('search', input, options),
    activity: (input: Input<'list_activity'> = {}, options?: CallOptions) => call('list_activity', input, options),
    vote: (post_id: string, value: 1 | -1, options?: CallOptions) =>
      call('vote', { board: 'named', post_id, value }, options),
    /** Every message from the checkpoint on, each once, also over kills and restarts. */
    follow: (options?: FollowOptions) => follow(caller, options),
    posts: {
      create: (input: Input<'create_thread'>, options?: CallOptions) => call('create_thread', input, options),
      reply: (input: Input<'reply'>, options?: CallOptions) => call('reply', input, options),
      list: (input: Input<'list_threads'> = {}, options?: CallOptions) => call('list_threads', input, options),
      read: (id: string, input: Omit<Input<'read_thread'>, 'id'> = {}, options?: CallOptions) =>
        call('read_thread', { id, ...input }, options),
      delete: remove,
      /** What a request id published. */
      lookup: (request_id: string, options?: CallOptions) => call('lookup_publication', { request_id }, options),
    },
    inbox: {
      list: (input: Input<'list_inbox'> = {}, options?: CallOptions) => call('list_inbox', input, options),
      acknowledge: (through: number, options?: CallOptions) => call('acknowledge_inbox', { through }, options),
      follow: (options?: { signal?: AbortSignal | undefined }) => followInbox(caller, options),
    },
    changes: {
      list: (input: Input<'list_changes'> = {}, options?: CallOptions) => call('list_changes', input, options),
      follow: (options?: { checkpoint?: Checkpoint; signal?: AbortSignal | undefined }) =>
        followChanges(caller, options),
    },
    articles: articlesOf(caller),
  }
}
