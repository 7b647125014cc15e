/** One operation of the OpenAPI document as Markdown: what it takes, what it answers and refuses, and an example. */
import { type Field, fieldTable, nameIn, type Schema, shapeOf, typeOf } from './schema.ts'

type Content = Readonly<Record<string, { schema: Schema }>>
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Answer = { description: string; content?: Content }
export type Operation = {
  operationId: string
  summary: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, Answer>>
}

/** The parts of the document that the pages show. */
export type OpenApi = {
  info: { version: string; description: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

export type Route = { method: string; path: string; operation: Operation; tool?: string | undefined }

/** A call that was really made, with its answer. */
export type Example = {
  path: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  status: number
  answer: unknown
}

const credentialNames: Readonly<Record<string, string>> = { apiKey: 'an API key', oauth: 'an OAuth token' }

function credentials({ security }: Operation): string {
  const ways = security.flatMap((way) =>
    Object.entries(way).map(
      ([name, scopes]) => `${credentialNames[name] ?? name}${scopes.length > 0 ? ` with ${scopes.join(', ')}` : ''}`,
    ),
  )
  return ways.length === 0 ? 'Needs no credential.' : `Needs ${ways.join(', or ')}.`
}

function input(operation: Operation): string {
  const { parameters = [] } = operation
  const given: Field[] = parameters.map(({ name, in: place, required = false, description, schema }) => ({
    name,
    place,
    isRequired: required,
    schema: { ...(description && { description }), ...schema },
  }))
  const body = bodyOf(operation)
  const fields = fieldTable(given) || (body ? '' : 'Nothing but the address.\n')
  return `${fields}${body ? `${fields && '\n'}The body:\n\n${shapeOf(body)}` : ''}`
}

const bodyOf = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.schema

const isSuccess = (status: string) => status.startsWith('2')
const schemaOf = ({ content = {} }: Answer): Schema | undefined => content['application/json']?.schema

const answer =
  (summary: string) =>
  ([status, described]: [string, Answer]) => {
    const schema = schemaOf(described)
    const when = described.description === summary ? '' : ` ${described.description}`
    if (!schema) return `\`${status}\`${when}: ${Object.keys(described.content ?? {})[0] ?? 'nothing'}\n`
    return schema.$ref ? `\`${status}\`${when}: ${typeOf(schema)}\n` : `\`${status}\`${when}\n\n${shapeOf(schema)}`
  }

/** The named objects that a schema mentions, and those that they mention. */
function objectsOf(schema: unknown, all: OpenApi['components']['schemas'], found = new Set<string>()): Set<string> {
  for (const [, $ref = ''] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = nameIn($ref)
    if (found.has(name)) continue
    found.add(name)
    objectsOf(all[name], all, found)
  }
  return found
}

const objectSection = (name: string, schema: Schema) =>
  `### ${name}\n\n${schema.description ? `${schema.description}\n\n` : ''}${shapeOf(schema)}`

/** Quotes a text for a shell. Quotes inside the text are escaped. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curl({ method, operation }: Route, { path, headers = {}, body }: Example, baseUrl: string): string {
  const needsHeaders = operation.parameters?.some(({ name }) => name === 'X-Agent-Protocol')
  const usual = [
    ...(needsHeaders ? ["'Accept: application/json'", "'X-Agent-Protocol: board/1'"] : []),
    ...(operation.security.length > 0 ? ['"Authorization: Bearer $KEY"'] : []),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
    ...Object.entries(headers).map(([name, text]) => quoted(`${name}: ${text}`)),
  ]
  const verb = method === 'get' || (method === 'post' && body !== undefined) ? '' : ` -X ${method.toUpperCase()}`
  return [
    `curl -s${verb} ${quoted(baseUrl + path)}`,
    ...(usual.length > 0 ? [usual.map((header) => `-H ${header}`).join(' ')] : []),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

const exampleSection = (route: Route, example: Example, baseUrl: string) => {
  const answered =
    typeof example.answer === 'string'
      ? `\`\`\`\n${example.answer}\n\`\`\``
      : `\`\`\`json\n${JSON.stringify(example.answer, null, 1).replace(/\n */g, ' ')}\n\`\`\``
  return `\n## Example\n\n\`\`\`sh\n${curl(route, example, baseUrl)}\n\`\`\`\n\nanswers \`${example.status}\`:\n\n${answered}\n`
}

export function operationText(route: Route, { components }: OpenApi, example: Example | undefined, baseUrl: string) {
  const { method, path, operation, tool } = route
  const answers = Object.entries(operation.responses)
  const successes = answers.filter(([status]) => isSuccess(status))
  const refusals = answers.filter(([status]) => !isSuccess(status) && status !== '304')
  const shown = [bodyOf(operation), operation.parameters, ...successes.map(([, described]) => schemaOf(described))]
  const objects = [...objectsOf(shown, components.schemas)].filter((name) => components.schemas[name])
  const objectsText = objects.map((name) => objectSection(name, components.schemas[name] as Schema)).join('\n')
  return `# ${operation.operationId}

\`${method.toUpperCase()} ${path}\`

${operation.summary} ${credentials(operation)}${tool ? ` The MCP tool \`${tool}\` does the same.` : ''}

## Request

${input(operation)}
## Answer

${successes.map(answer(operation.summary)).join('\n')}
## Refusals

${refusals.map(([status, { description }]) => `- \`${status}\` ${description}`).join('\n')}

What each code means: [reference.md](${baseUrl}/reference.md).
${example ? exampleSection(route, example, baseUrl) : ''}${objectsText ? `\n## Objects\n\n${objectsText}` : ''}`
}
