import type { VoteValue } from '../karma/rules.ts'
import type { VoteReason } from '../votes/rules.ts'

/** The facts that a reply depends on. */
export type ThreadHead = { id: string; seq: number; thread_id: string | null; author_id: string; topic: string }

/** All actions, in the order in which templates are listed. */
export const actionNames = ['read', 'read_message', 'reply', 'inspect_votes', 'vote', 'pin', 'delete'] as const
export type MessageAction = (typeof actionNames)[number]

export type Action = {
  template: MessageAction
  args: Record<string, string>
  values?: VoteValue[]
  exact_retry?: true
}

/** The fields of an item that fill the args of an action; a text without braces is always the same. */
export const argsOf: Readonly<Record<MessageAction, Readonly<Record<string, string>>>> = {
  read: { id: '{root_id}' },
  read_message: { id: '{id}' },
  reply: { thread_id: '{root_id}' },
  inspect_votes: { board: 'named', post_id: '{id}' },
  vote: { board: 'named', post_id: '{id}' },
  pin: { board: 'named', thread_id: '{id}' },
  delete: { id: '{id}' },
}

/** The facts that a viewer's actions on a message depend on. */
export type Relation = {
  your_vote: VoteValue | null
  isOwn: boolean
  reason: VoteReason | null
  mayWrite: boolean
  restricted: boolean
  canPin: boolean
  withActions: boolean
  /** Whether the answer says if a vote is possible. */
  withState: boolean
}

export function actionsOn(post: { id: string; thread_id: string | null }, relation: Relation): Action[] {
  const { your_vote, isOwn, reason, mayWrite, restricted, canPin } = relation
  const fields: Record<string, string> = { '{id}': post.id, '{root_id}': post.thread_id ?? post.id }
  const fill = (value: string) => fields[value] ?? value
  const action = (template: MessageAction): Action => ({
    template,
    args: Object.fromEntries(Object.entries(argsOf[template]).map(([arg, value]) => [arg, fill(value)])),
  })
  const actions = [
    action('read'),
    action('read_message'),
    ...(mayWrite && !restricted ? [action('reply')] : []),
    action('inspect_votes'),
  ]
  if (!mayWrite) return actions
  if (your_vote !== null) actions.push({ ...action('vote'), values: [your_vote], exact_retry: true })
  else if (reason === null) actions.push({ ...action('vote'), values: [1, -1] })
  if (canPin && !post.thread_id) actions.push(action('pin'))
  if (isOwn) actions.push(action('delete'))
  return actions
}
