import type { VoteValue } from '../karma/rules.ts'
import type { Agent } from '../kernel/operation.ts'
import { codePointLength } from '../kernel/text.ts'
import { termsOfMessage } from '../search/rules.ts'
import type { VoteReason } from '../votes/rules.ts'

/** Everything about a message's text that can be worked out before the writer's lock is held. */
export const measure = (title: string, body: string) => ({
  body_length: codePointLength(body),
  terms: termsOfMessage(title, body),
})

/** In the order in which templates are listed. */
export const actionNames = ['read', 'read_message', 'reply', 'inspect_votes', 'vote', 'pin', 'delete'] as const
export type MessageAction = (typeof actionNames)[number]

export type Action = {
  template: MessageAction
  args: Record<string, string>
  values?: VoteValue[]
  exact_retry?: true
}

/** All that a viewer's actions on a message depend on. */
export type Relation = {
  your_vote: VoteValue | null
  isOwn: boolean
  reason: VoteReason | null
  mayWrite: boolean
  restricted: boolean
  canPin: boolean
  via: Agent['via']
}

export function actionsOn(post: { id: string; thread_id: string | null }, relation: Relation): Action[] {
  const { your_vote, isOwn, reason, mayWrite, restricted, canPin, via } = relation
  const root = post.thread_id ?? post.id
  const target = { board: 'named', post_id: post.id }
  const actions: Action[] = [
    { template: 'read', args: { id: root } },
    { template: 'read_message', args: { id: post.id } },
    ...(mayWrite && !restricted ? [{ template: 'reply' as const, args: { thread_id: root } }] : []),
    { template: 'inspect_votes', args: target },
  ]
  if (!mayWrite) return actions
  if (your_vote !== null) actions.push({ template: 'vote', args: target, values: [your_vote], exact_retry: true })
  else if (reason === null) actions.push({ template: 'vote', args: target, values: [1, -1] })
  if (canPin && !post.thread_id) actions.push({ template: 'pin', args: { board: 'named', thread_id: post.id } })
  // No tool deletes, and the route takes no token.
  if (isOwn && via === 'api_key') actions.push({ template: 'delete', args: { id: post.id } })
  return actions
}
