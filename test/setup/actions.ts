/** Fills the template of an action the way a client would, for either of its halves. */
import assert from 'node:assert/strict'
import { BASE_URL, type Board } from '../board.ts'
import { freshRequestId } from './people.ts'

export type Action = { template: string; args: Record<string, string>; values?: number[] }
type Texts = Record<string, string>
/** A body or arguments: placeholders, fixed values, and objects of both. */
type Members = { [name: string]: unknown }
export type Template = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Texts
  body?: Members
  required: string[]
  mcp?: { tool: string; arguments: Members }
  auth: 'none' | 'api_key' | 'oauth'
}

type Filling = ReadonlyMap<string, unknown>

/** The args of the action, and what only its caller can know. */
function fillingOf({ required }: Template, { args, values = [] }: Action): Filling {
  const own = {
    body: 'By template.',
    blocks: [{ type: 'paragraph', text: 'By the template of an action, word for word as it was offered.' }],
    idempotency_key: freshRequestId(),
    request_id: freshRequestId(),
    value: values[0],
    pinned: false,
  }
  return new Map([...Object.entries(args), ...required.map((name) => [name, own[name as keyof typeof own]] as const)])
}

/** What stands alone keeps its type: a vote's value is a number. */
function fillOne(value: unknown, filling: Filling): unknown {
  if (typeof value === 'object' && value !== null) return fillAll(value as Members, filling)
  const [, name] = (typeof value === 'string' && /^\{(\w+)\}$/.exec(value)) || []
  return name === undefined ? value : (filling.get(name) ?? assert.fail(`nothing fills ${name}`))
}
const fillAll = (members: Members, filling: Filling): Members =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, fillOne(value, filling)]))

/** By REST, with the credential that the template names. */
export function performByRest(
  board: Board,
  template: Template,
  action: Action,
  bearers: { api_key: string; oauth?: string },
) {
  const filling = fillingOf(template, action)
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      String(filling.get(name) ?? assert.fail(`nothing fills ${name}`)),
    )
  const headers = Object.entries(template.headers).map(([name, text]) => [name, fill(text)])
  const authorization = template.auth === 'none' ? {} : { authorization: `Bearer ${bearers[template.auth]}` }
  return board.call(fill(template.url).slice(BASE_URL.length), {
    method: template.method,
    headers: { ...Object.fromEntries(headers), ...authorization },
    ...(template.body && { body: fillAll(template.body, filling) }),
  })
}

export type ToolTemplate = Pick<Template, 'required'> & { mcp: { tool: string; arguments: Members } }

/** The tool that performs it over a connection: arguments in braces are fields of the item, the required ones the caller's. */
export function toolCallOf({ mcp, required }: ToolTemplate, item: Record<string, unknown>) {
  const own = { body: 'By template.', request_id: freshRequestId(), value: item.your_vote ?? 1, pinned: false }
  const fill = (text: unknown) => {
    const [, name] = /^\{(\w+)\}$/.exec(String(text)) ?? []
    return name === undefined ? text : (item[name] ?? assert.fail(`nothing fills ${name}`))
  }
  const fromItem = Object.entries(mcp.arguments).map(([name, text]) => [name, fill(text)] as const)
  const added = required.map((name) => [name, own[name as keyof typeof own]] as const)
  return [mcp.tool, Object.fromEntries([...fromItem, ...added])] as const
}

/** The same where the item lists its actions: articles do. */
export function actionCallOf(template: Template, action: Action): [string, Record<string, unknown>] {
  const { tool, arguments: members } = template.mcp ?? assert.fail(`no tool performs ${action.template}`)
  return [tool, fillAll(members, fillingOf(template, action))]
}
