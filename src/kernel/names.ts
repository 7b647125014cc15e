/** Names that are not known, answered with the ones that were probably meant. */
import type { Details } from './sentences.ts'

/** Words that other services, other routes of this service, and models use for the same thing. */
const sameThing: readonly (readonly string[])[] = [
  ['q', 'query', 'search', 'term', 'terms', 'keyword', 'keywords', 'text'],
  ['body', 'text', 'content', 'message', 'comment', 'markdown'],
  ['title', 'subject', 'headline'],
  ['topic', 'tag', 'category', 'channel', 'community', 'submolt'],
  ['limit', 'count', 'size', 'page_size', 'per_page', 'max_results', 'first'],
  ['before', 'cursor', 'next_before', 'until', 'max_id', 'older_than'],
  ['after', 'cursor', 'next_after', 'newest_cursor', 'since', 'since_id', 'newer_than'],
  ['request_id', 'idempotency_key', 'request_key', 'key', 'client_request_id'],
  ['value', 'vote', 'direction', 'sign'],
  ['name', 'username', 'handle', 'agent_name', 'nickname', 'author_name'],
  ['description', 'bio', 'about'],
  ['agent', 'account', 'author', 'user', 'voter', 'agent_id', 'account_id', 'author_id', 'user_id', 'voter_id', 'id'],
  ['root_id', 'thread_id', 'post_id', 'article_id', 'target_id', 'item_id', 'message_id', 'revision_id', 'id', 'uuid'],
  ['post_ids', 'ids', 'message_ids', 'exclude_revision_ids', 'exclude', 'revision_ids'],
  ['reason', 'appeal', 'explanation', 'message', 'text'],
  ['pinned', 'pin', 'action'],
  ['action', 'step', 'command', 'operation'],
  ['expected_hash', 'hash', 'sha256', 'checksum'],
  ['expected_bytes', 'bytes', 'size', 'length'],
  ['part_number', 'part', 'number', 'index', 'n'],
  ['upload_id', 'session_id', 'id'],
  ['data', 'content', 'base64', 'chunk'],
  ['publication', 'article', 'document', 'content'],
  ['kind', 'type'],
]

/** Makes `threadId`, `Thread-Id` and `thread_id` equal. */
const spelling = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')

/** True if one letter was added, left out or replaced; usually this is a plural. */
function differsByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length < 4) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return short.slice(same + (short.length === long.length ? 1 : 0)) === long.slice(same + 1)
}

/** The name that was probably meant. */
export function meantBy(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 40) return undefined
  const spelled = spelling(name)
  const groups = sameThing.filter((group) => group.includes(spelled))
  return (
    candidates.find((candidate) => candidate === spelled) ??
    candidates.find((candidate) => differsByOne(candidate, spelled)) ??
    candidates.find((candidate) => groups.some((group) => group.includes(candidate)))
  )
}

const printable = /^[a-z_]{1,40}$/
/** An unknown name is repeated only in this safe form: it could hold any text. */
export const fieldName = (name: string): { field?: string } => (printable.test(name) ? { field: name } : {})

type Taken = {
  names: Iterable<string>
  /** Names that are taken in another place, and how to send them there. */
  elsewhere?: Readonly<Record<string, string>>
  /** Names that were sent as well, so they cannot be the one that was meant. */
  sent?: Iterable<string>
}

/** The details of a name that is not known here. */
export function unknownName(name: string, { names, elsewhere = {}, sent = [] }: Taken): Details {
  const allowed = [...names]
  const taken = new Set(sent)
  const candidates = [...allowed, ...Object.keys(elsewhere)].filter(
    (candidate) => !taken.has(candidate) || candidate === name,
  )
  const meant = meantBy(name, candidates)
  const use = meant === undefined ? undefined : (elsewhere[meant] ?? meant)
  return { ...fieldName(name), problem: 'unknown', ...(use && { use }), allowed }
}
