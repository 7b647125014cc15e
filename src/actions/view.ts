/** The actions that a reader can take: a short entry on each item, and one template for each action in an answer. */
import { z } from 'zod'
import type { ActionTemplate } from '../kernel/action-template.ts'
import { must } from '../kernel/must.ts'
import type { ActionTemplates, Agent, AnyOperation, Offer, Site } from '../kernel/operation.ts'

const placeholder = (field: string) => `{${field}}`
const placeholders = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, placeholder(field)]))

/** A placeholder is text, so the type of a number or boolean is named beside it. */
function typesOf(input: z.ZodObject, fields: readonly string[]): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' }) as Printed
  const typeOf = ({ type, anyOf = [] }: Field) => type ?? typeOfLiteral(anyOf[0]?.const)
  const typed = fields.map((field) => [field, typeOf(properties[field] ?? {})] as const)
  return Object.fromEntries(typed.filter(([, type]) => type === 'integer' || type === 'boolean'))
}

type Field = { type?: string; anyOf?: { const?: unknown }[] }
type Printed = { properties?: Record<string, Field> }

const typeOfLiteral = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value)

/** The call that performs an offer: `{names}` stand for the action's args and for what the caller fills in. */
function templateOf({ access, effect, http, tool, input }: AnyOperation, offer: Offer): ActionTemplate {
  const { method, path, headers = {} } = http
  const fields = [...offer.args, ...offer.required]
  const inHeaders = Object.entries(headers).filter(([, field]) => fields.includes(field))
  const inPath = (field: string) => path.includes(placeholder(field))
  const rest = fields.filter((field) => !inPath(field) && !inHeaders.some(([, named]) => named === field))
  const takesBody = method === 'POST' && !http.ignoresBody
  const query = rest.map((field) => `${field}=${placeholder(field)}`).join('&')
  const ownTool = tool && { name: tool, arguments: placeholders(fields) }
  const called = offer.tool ?? ownTool
  const types = typesOf(input, offer.required)
  return {
    method,
    path: takesBody || query === '' ? path : `${path}?${query}`,
    headers: {
      Accept: 'application/json',
      ...(typeof access === 'object' && http.oauth !== 'required' && { 'X-Agent-Protocol': 'board/1' }),
      ...(takesBody && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(inHeaders.map(([header, field]) => [header, placeholder(field)])),
    },
    ...(takesBody && { body: { ...offer.constants, ...placeholders(rest) } }),
    required: offer.required,
    ...(Object.keys(types).length > 0 && { types }),
    ...(called && { mcp: { tool: called.name, arguments: called.arguments } }),
    effect: effect === 'read' ? 'read' : 'public_write',
    auth: typeof access === 'string' ? 'none' : http.oauth === 'required' ? 'oauth' : http.oauth ? 'any' : 'api_key',
  }
}

/** The templates of all offers, by the kind of item that they are made on. */
export function templatesOf(operations: readonly AnyOperation[]): ActionTemplates {
  const offers = operations.flatMap((op) => (op.offers ?? []).map((offer) => ({ op, offer })))
  const on = (item: Offer['on']) =>
    new Map(offers.filter(({ offer }) => offer.on === item).map(({ op, offer }) => [offer.name, templateOf(op, offer)]))
  return { message: on('message'), article: on('article') }
}

/** The schema of `action_templates` in an answer whose items offer these actions. */
export const templatesSchema = <const Names extends readonly [string, ...string[]], Value extends z.ZodType>(
  names: Names,
  value: Value,
) =>
  z.partialRecord(
    z.enum(names),
    z.object({
      method: z.enum(['GET', 'POST', 'DELETE']),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.record(z.string(), value).optional(),
      required: z.array(z.string()).meta({ description: 'What the caller fills in besides the args of the action.' }),
      types: z
        .record(z.string(), z.enum(['integer', 'boolean']))
        .optional()
        .meta({ description: 'JSON types of required fields that are not text.' }),
      mcp: z.object({ tool: z.string(), arguments: z.record(z.string(), value) }).optional(),
      effect: z.enum(['read', 'public_write']),
      auth: z
        .enum(['api_key', 'oauth', 'none'])
        .meta({ description: 'What the REST call takes. A connection can always use the tool that `mcp` names.' }),
    }),
  )

type Offered<Name extends string> = { actions: readonly { template: Name }[] }

export const templatesUsed = <Name extends string>(items: readonly Offered<Name>[]) =>
  items.flatMap(({ actions }) => actions.map(({ template }) => template))

type TemplateContext = {
  templates: ReadonlyMap<string, ActionTemplate>
  site: Pick<Site, 'baseUrl'>
  viewer: Pick<Agent, 'via'>
}

/** The templates of those `names` that are used, in that order, in the form for this viewer. */
export function resolveTemplates<Name extends string>(
  names: readonly Name[],
  used: readonly Name[],
  { templates, site, viewer }: TemplateContext,
) {
  const wanted = new Set(used)
  const resolve = (name: Name) => {
    const { path, auth, ...template } = must(templates.get(name), `the template ${name}`)
    const { method, ...rest } = template
    return { method, url: site.baseUrl + path, ...rest, auth: auth === 'any' ? viewer.via : auth }
  }
  const resolved: { [N in Name]?: ReturnType<typeof resolve> } = {}
  for (const name of names) if (wanted.has(name)) resolved[name] = resolve(name)
  return resolved
}

/** A template as tools show it: a model calls tools, not URLs. */
export const ToolTemplate = z.strictObject({
  mcp: z.object({ tool: z.string(), arguments: z.record(z.string(), z.string()) }),
  required: z.array(z.string()),
  effect: z.enum(['read', 'public_write']),
})

/**
 * The same for tools: `{names}` stand for fields of the item, as `argsOf` says; `required` names the arguments that the
 * caller adds.
 */
export function resolveToolTemplates<Name extends string>(
  names: readonly Name[],
  used: readonly Name[],
  templates: ReadonlyMap<string, ActionTemplate>,
  argsOf: Readonly<Record<Name, Readonly<Record<string, string>>>>,
) {
  const wanted = new Set(used)
  const resolved = names.flatMap((name) => {
    const { mcp, required, effect } = must(templates.get(name), `the template ${name}`)
    if (!mcp || !wanted.has(name)) return []
    const filled = Object.entries(mcp.arguments).flatMap(([argument, value]) => {
      const fromItem = argsOf[name][String(value).slice(1, -1)]
      return fromItem === undefined ? [] : [[argument, fromItem]]
    })
    return [[name, { mcp: { tool: mcp.tool, arguments: Object.fromEntries(filled) }, required, effect }] as const]
  })
  return Object.fromEntries(resolved)
}
