/** The form that every operation fills in. REST, OpenAPI and the docs are loops over the forms. */
import type { z } from 'zod'
import type { Limits } from '../settings/limits.ts'
import type { Tx } from '../storage/sql.ts'
import type { AccountGroup } from './account-group.ts'
import type { ActionTemplate } from './action-template.ts'
import type { AgedCache, CurrentCache, PermanentCache } from './cache.ts'
import type { Clock } from './clock.ts'
import type { ErrorCode, Failure } from './errors.ts'
import type { FinishInWorker } from './finish-in-worker.ts'
import type { Followers } from './followers.ts'
import type { JsonText } from './json-text.ts'
import type { Random } from './random.ts'
import type { Seal } from './seal.ts'
import type { settleFirst } from './settlement.ts'
import type { Unfinished } from './unfinished.ts'
import type { Waits } from './waits.ts'

export type Scope = 'board:read' | 'board:write'

/** A caller without a credential: `network` is the keyed hash of an address, never the address. */
export type Visitor = { network: string }

/** A caller with a valid credential. Only what can never change about the account is kept here. */
export type Agent = Visitor & {
  id: string
  name: string
  createdAt: number
  via: 'api_key' | 'oauth'
  scopes: readonly Scope[]
  /** The SHA-256 of the API key that it calls with; absent on connections. */
  keyHash?: string
  /** Absent where the request may have come later than that. */
  found?: FoundIn
  /** True over MCP: the answer is for a model, which calls tools and pays for every byte. */
  usesTools?: true
}

/** The state of the database and the second in which a caller was found, and what the same statement read beside it. */
export type FoundIn = { version: string; at: number; beside: unknown }

/** A reader of the web site; the session is null until the first comment or a chosen nickname. */
export type Guest = Visitor & {
  session: GuestSession | null
  /** For a session that begins with this call. */
  newSession: Omit<GuestSession, 'nickname'>
  /** Makes `newSession` this session, because the comment that began it was sent again. */
  resumeSession(id: string): void
  /** Counts one comment against the rates per minute, or refuses it. */
  admitComment(): void
}
export type GuestSession = { id: string; nickname: string; csrfToken: string }

export type Caller = Visitor | Guest | Agent

export type Access = 'anyone' | 'guest' | { scope: Scope }
export type CallerOf<A extends Access> = A extends 'anyone' ? Visitor : A extends 'guest' ? Guest : Agent

/** What pages and documents say about the board and whoever runs it; null is not shown. */
export type Identity = {
  name: string
  operator: string | null
  /** `mailto:` or https: where a reader can report something. */
  contact: string | null
  privacyUrl: string | null
  /** Where the program comes from, for whoever wants to run it. */
  sourceUrl: string | null
  /** True where everything was made up by the demo, which every page then says. */
  isDemo?: true
}

/** What every answer may depend on besides the data: the public address and the numbers in force. */
export type Site = {
  baseUrl: string
  limits: Limits
  /** Start of the period in which articles need few recommendations. */
  graceStartsAt: number
  /** Whether guests of the web site may comment. */
  guestComments: boolean
  identity: Identity
}

/** What every handler gets. */
export type Call<A extends Access, Input, Prepared> = {
  input: Input
  prepared: Prepared
  caller: CallerOf<A>
  tx: Tx
  now: number
  newId: () => string
  site: Site
  templates: ActionTemplates
  followers: Followers
  agedCache: AgedCache
  permanentCache: PermanentCache
  currentCache: CurrentCache
  tickets: Seal
  /** Seals the addresses of previews. */
  previews: Seal
}

export type ReadCall<A extends Access, Input, Prepared> = Call<A, Input, Prepared> & {
  /** For reads that only partly depend on changes by time; they answer `settleFirst` if it is true. */
  isDue(): Promise<boolean>
}

/** For writes in which another refusal comes after the one for restricted accounts. */
export type Guard = {
  /** Throws if the account is restricted. If the handler does not call it, `perform` refuses before the commit. */
  refuseRestricted(): Promise<void>
}

/** What the reads before a large write may use. */
export type EarlyCall<A extends Access, Input, Prepared> = Pick<
  Call<A, Input, Prepared>,
  'input' | 'prepared' | 'caller' | 'tx' | 'now' | 'site'
>

/** The operator's words: an article with a hard word is refused, one with a soft word waits for the operator. */
export type BlockedWords = { hard: readonly string[]; soft: readonly string[] }

/** What a preparation may use besides the input. */
export type PrepareContext = { random: Random; tickets: Seal; blockedWords: BlockedWords; caller: Caller }

/** A document other than JSON, made from an answer. */
export type Media = { type: string; headers: Readonly<Record<string, string>>; body(answer: unknown): string }

type Status = 200 | 201 | 202

/** Where a REST call finds the input: `{names}` in the path, `headers` by name, the rest in the query or body. */
export type HttpBinding = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Header name → input field. */
  headers?: Readonly<Record<string, string>>
  /**
   * The status of a first answer; 200 by default. If answers differ, `any` lists all statuses and `of` gives that of
   * one answer.
   */
  status?: Status | { any: readonly Status[]; of(answer: object): Status }
  /** The status of an answer that says `replayed: true`; 200 by default. */
  replayStatus?: 202
  /** Documents the body if the schema of the input is not exact enough. */
  body?: z.ZodType
  /** Largest JSON body; 16,384 bytes by default. */
  maxBodyBytes?: number
  /** The ETag of an answer that anybody may store and revalidate. Without it nobody may store the answer. */
  etag?: (answer: object) => string
  /** The answer is sent as another kind of document than JSON. */
  media?: Media
  /** Path fields that are not UUIDs. */
  textFields?: readonly string[]
  /** Whether access tokens are accepted beside API keys, or required instead of them. Absent: keys only. */
  oauth?: 'accepted' | 'required'
  /** If a token is required: the message to a caller that sends an API key. */
  keyRefusal?: string
  /** A POST whose body may also be a form. */
  form?: true
  /** A POST that needs no body and ignores one. */
  ignoresBody?: true
}

/** An action that readers of an item are offered. Its template is derived from the operation that performs it. */
export type Offer = {
  on: 'message' | 'article'
  name: string
  /** Input fields that the action's own args fill. */
  args: readonly string[]
  /** Input fields that the caller fills. */
  required: string[]
  /** Members of the body that are always the same. */
  constants?: Readonly<Record<string, unknown>>
  /** Where another tool than the operation's own performs it, or under other names of arguments. */
  tool?: { name: string; arguments: Record<string, unknown> }
}

export type ActionTemplates = Readonly<Record<Offer['on'], ReadonlyMap<string, ActionTemplate>>>

/** What the adapters and the documents read. */
type Declaration<A extends Access, I extends z.ZodObject, O extends z.ZodType, Prepared> = {
  name: string
  summary: string
  /** The page that its errors link; by default the page of its path. */
  docs?: string
  access: A
  http: HttpBinding
  /** Name of the MCP tool that performs the same operation. */
  tool?: string
  offers?: readonly Offer[]
  input: I
  output: O
  /** Shape of an exact repeat; it is answered with 200, and says `replayed: true`. */
  replay?: z.ZodType
  /** Its own error codes, besides those of every route of its kind. */
  refuses: readonly ErrorCode[]
  /** The rate of the whole process that counts a call once its fields have passed. */
  rate?: 'registrations'
  /** True if the answer depends on changes that time makes due; they are made first. */
  settles?: true
  /**
   * A pure function that runs before the transaction, so that no hashing or parsing happens under the writer's lock.
   */
  prepare?(input: z.output<I>, context: PrepareContext, loaded: Buffer): Prepared | Promise<Prepared>
}

export type Read<A extends Access, I extends z.ZodObject, Prepared, Answer> = {
  effect: 'read'
  /** Set if the operation accepts `wait`: its answer can wait until there is something newer than `after`. */
  waits?: Waits<z.output<I>>
  /** True where hardly a call needs more than two statements, because what viewers share is cached: see cached-read.ts. */
  isCached?: true
  run(call: ReadCall<A, z.output<I>, Prepared>): Promise<Answer | FinishInWorker>
  /** A pure function that makes the answer from the bytes that `run` returned, in a worker thread. */
  finish?(bytes: Buffer): Answer
}

/** A write that has a transaction to itself. */
export type Write<A extends Access, I extends z.ZodObject, Prepared, Answer> = {
  effect: 'write'
  /** True if the write can begin long work (see `storage/unfinished.ts`): the answer waits until that is done. */
  leavesWork?: true
  /** Why a restricted account may do this, or may do it with this input. */
  openToRestricted?(input: z.output<I>): string | undefined
  large?: Large<A, I, Prepared>
  /** Throwing a failure undoes everything; returning one keeps what was written. */
  run(call: Call<A, z.output<I>, Prepared> & Guard): Promise<Answer>
}

/** A write whose input is parsed and prepared in a worker thread (`prepare` must be pure then) and stored in parts. */
export type Large<A extends Access, I extends z.ZodObject, Prepared> = {
  /** A short read before `prepare`: a document that arrived earlier. */
  load?(call: EarlyCall<A, z.output<I>, undefined>): Promise<Buffer>
  /**
   * A read before anything is stored. Throws a refusal, or returns a replay or a write that must come first. The
   * handler checks again.
   */
  precheck(call: EarlyCall<A, z.output<I>, Prepared> & Guard): Promise<unknown>
  /** Short writes before the transaction, of parts that are too large for it. They reach the disk together with it. */
  storeFirst(prepared: Prepared, now: number, site: Site): Iterable<(tx: Tx) => Promise<unknown>>
}

/** A write of which many may arrive at once: one call does all that wait. */
export type GroupedWrite<A extends Access, I extends z.ZodObject, Prepared, Item, Answer> = {
  effect: 'write'
  group: AccountGroup<Item, Answer>
  /** What one write of the group is made from, before it waits for its turn. */
  item(
    call: Pick<Call<A, z.output<I>, Prepared>, 'input' | 'prepared' | 'caller' | 'site' | 'newId'> & {
      clock: Clock
      unfinished: Unfinished
    },
  ): Item
}

export type AnyLarge = Large<Access, z.ZodObject, unknown>

/** Any operation, for loops over the catalogue. */
export type AnyOperation = Declaration<Access, z.ZodObject, z.ZodType, unknown> &
  (
    | Read<Access, z.ZodObject, unknown, unknown>
    | Write<Access, z.ZodObject, unknown, unknown>
    | GroupedWrite<Access, z.ZodObject, unknown, unknown, unknown>
  )

export const finishOf = (op: AnyOperation) => ('finish' in op ? op.finish : undefined)

type AnswerOf<O extends z.ZodType, R extends z.ZodType> =
  | z.input<O>
  | z.input<R>
  | JsonText
  | Failure
  | typeof settleFirst

/** Returns its argument: it exists so that the handler's types are inferred from the form. */
export const operation = <
  const A extends Access,
  I extends z.ZodObject,
  O extends z.ZodType,
  R extends z.ZodType = never,
  Prepared = undefined,
>(
  form: Declaration<A, I, O, Prepared> & { replay?: R } & (
      | Read<A, I, Prepared, AnswerOf<O, R>>
      | Write<A, I, Prepared, AnswerOf<O, R>>
    ),
) => form

/** The same for writes that are done together. */
export const groupedOperation = <
  const A extends Access,
  I extends z.ZodObject,
  O extends z.ZodType,
  Item,
  R extends z.ZodType = never,
  Prepared = undefined,
>(
  form: Declaration<A, I, O, Prepared> & { replay?: R } & GroupedWrite<A, I, Prepared, Item, z.input<O> | z.input<R>>,
) => form
