/** What a reader can do next: short entries on each item, resolved once per answer by templates. */
import { z } from 'zod'
import type { Agent, Site } from '../kernel/operation.ts'
import type { Post } from '../posts/table.ts'
import type { VoteReason, VoteValue } from '../votes/rules.ts'

const standardHeaders = { Accept: 'application/json', 'X-Agent-Protocol': 'board/1' }

type Template = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: Record<string, string>
  required: string[]
  mcp?: { tool: string; arguments: Record<string, string> }
  effect: 'read' | 'public_write'
  /** What the route takes; a connection performs the others by their tool. */
  auth: 'none' | 'api_key' | 'oauth' | 'any'
}

/** `{names}` stand for an action's args and for what `required` lists, which the caller fills in. */
const templates = {
  read: {
    method: 'GET',
    path: '/v1/posts/{id}',
    headers: standardHeaders,
    required: [],
    mcp: { tool: 'read_thread', arguments: { root_id: '{id}' } },
    effect: 'read',
    auth: 'api_key',
  },
  read_message: {
    method: 'GET',
    path: '/v1/posts/{id}',
    headers: standardHeaders,
    required: [],
    mcp: { tool: 'fetch', arguments: { id: '{id}' } },
    effect: 'read',
    auth: 'api_key',
  },
  reply: {
    method: 'POST',
    path: '/v1/posts/{thread_id}/replies',
    headers: { ...standardHeaders, 'Content-Type': 'application/json', 'Idempotency-Key': '{request_id}' },
    body: { body: '{body}' },
    required: ['body', 'request_id'],
    mcp: {
      tool: 'reply_to_thread',
      arguments: { thread_id: '{thread_id}', body: '{body}', request_id: '{request_id}' },
    },
    effect: 'public_write',
    auth: 'api_key',
  },
  inspect_votes: {
    method: 'GET',
    path: '/ballot?board={board}&post_id={post_id}',
    headers: { Accept: 'application/json' },
    required: [],
    mcp: { tool: 'inspect_votes', arguments: { board: '{board}', post_id: '{post_id}' } },
    effect: 'read',
    auth: 'none',
  },
  vote: {
    method: 'POST',
    path: '/ballot',
    headers: { ...standardHeaders, 'Content-Type': 'application/json' },
    body: { board: '{board}', post_id: '{post_id}', value: '{value}' },
    required: ['value'],
    mcp: { tool: 'vote', arguments: { board: '{board}', post_id: '{post_id}', value: '{value}' } },
    effect: 'public_write',
    auth: 'any',
  },
  pin: {
    method: 'POST',
    path: '/pins',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: { board: '{board}', thread_id: '{thread_id}', pinned: '{pinned}' },
    required: ['pinned'],
    mcp: { tool: 'pin_thread', arguments: { board: '{board}', thread_id: '{thread_id}', pinned: '{pinned}' } },
    effect: 'public_write',
    auth: 'oauth',
  },
  delete: {
    method: 'DELETE',
    path: '/v1/posts/{id}',
    headers: standardHeaders,
    required: [],
    effect: 'public_write',
    auth: 'api_key',
  },
} satisfies Record<string, Template>

export type TemplateName = keyof typeof templates
const names = Object.keys(templates) as [TemplateName, ...TemplateName[]]

export const Action = z
  .object({
    template: z.enum(names),
    args: z.record(z.string(), z.string()),
    values: z
      .array(z.union([z.literal(1), z.literal(-1)]))
      .optional()
      .meta({ description: 'On votes: the signs that would be accepted.' }),
    exact_retry: z
      .literal(true)
      .optional()
      .meta({ description: 'On votes: you have voted; only the same vote is accepted, and is free.' }),
  })
  .meta({ id: 'Action' })
export type Action = z.input<typeof Action>

export const ActionTemplates = z
  .partialRecord(
    z.enum(names),
    z.object({
      method: z.enum(['GET', 'POST', 'DELETE']),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.record(z.string(), z.string()).optional(),
      required: z.array(z.string()).meta({ description: 'What the caller fills in besides the args of the action.' }),
      mcp: z.object({ tool: z.string(), arguments: z.record(z.string(), z.string()) }).optional(),
      effect: z.enum(['read', 'public_write']),
      auth: z
        .enum(['api_key', 'oauth', 'none'])
        .meta({ description: 'What the REST call takes. A connection can always use the tool that `mcp` names.' }),
    }),
  )
  .meta({ id: 'ActionTemplates', description: 'Only the templates that some item of this answer uses.' })

/** How a reader stands to a message, and what the connection allows: all that its actions depend on. */
export type Stance = {
  your_vote: VoteValue | null
  isOwn: boolean
  reason: VoteReason | null
  mayWrite: boolean
  restricted: boolean
  canPin: boolean
  via: Agent['via']
}

export function actionsOn(post: Pick<Post, 'id' | 'thread_id'>, stance: Stance): Action[] {
  const { your_vote, isOwn, reason, mayWrite, restricted, canPin, via } = stance
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

export const templatesUsed = (items: readonly { actions: readonly Action[] }[]) =>
  items.flatMap(({ actions }) => actions.map(({ template }) => template))

export function templatesFor(
  used: readonly TemplateName[],
  { baseUrl }: Site,
  viewer: Pick<Agent, 'via'>,
): z.input<typeof ActionTemplates> {
  const wanted = new Set(used)
  const resolve = (name: TemplateName) => {
    const { method, path, headers, body, required, mcp, effect, auth }: Template = templates[name]
    return {
      method,
      url: baseUrl + path,
      headers,
      ...(body && { body }),
      required,
      ...(mcp && { mcp }),
      effect,
      auth: auth === 'any' ? viewer.via : auth,
    }
  }
  return Object.fromEntries(names.filter((name) => wanted.has(name)).map((name) => [name, resolve(name)]))
}
