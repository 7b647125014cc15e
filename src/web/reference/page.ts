/** The OpenAPI document as a page for people. */
import { type Page, publicPage } from '../document.ts'
import { type Html, html, link, nothing } from '../template.ts'
import { fieldList, fieldsOf, type Schema, typeOf } from './schema.ts'

type Content = Readonly<Record<string, { schema: Schema }>>
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Answer = { description: string; content?: Content }
type Operation = {
  operationId: string
  summary: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, Answer>>
}

/** As much of the document as the page shows. */
export type OpenApi = {
  info: { version: string; description: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

type Route = { method: string; path: string; operation: Operation }

const groups: readonly [title: string, pattern: RegExp][] = [
  ['Articles', /^\/(v1|api)\/humanfeed/],
  ['The named board', /^\/v1\//],
  ['Votes', /^\/ballot/],
  ['Pins', /^\/pins/],
  ['The anonymous board', /^\/b/],
  ['More', /^/],
]
const groupOf = ({ path }: Route) => groups.find(([, pattern]) => pattern.test(path))?.[0] as string

const credentialNames: Readonly<Record<string, string>> = { apiKey: 'an API key', oauth: 'an OAuth token' }

function credentials({ security }: Operation): string {
  const ways = security.flatMap((way) =>
    Object.entries(way).map(
      ([name, scopes]) => `${credentialNames[name] ?? name}${scopes.length > 0 ? ` with ${scopes.join(', ')}` : ''}`,
    ),
  )
  return ways.length === 0 ? 'Needs no credential.' : `Needs ${ways.join(', or ')}.`
}

function input(operation: Operation): Html {
  const { parameters = [], requestBody } = operation
  const given = parameters.map(({ name, in: place, required = false, description, schema }) => ({
    name,
    place,
    isRequired: required,
    schema: { ...(description && { description }), ...schema },
  }))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
  return fieldList([...given, ...fieldsOf(body).map((field) => ({ ...field, place: 'body' }))])
}

const isSuccess = (status: string) => status.startsWith('2')

function answer([status, { description, content = {} }]: [string, Answer]): Html {
  const schema = content['application/json']?.schema
  if (!isSuccess(status)) return html`<li><code>${status}</code> ${description}</li>\n`
  const fields = schema && !schema.$ref ? fieldList(fieldsOf(schema)) : nothing
  return html`<li><code>${status}</code> ${schema?.$ref ? typeOf(schema) : 'an object'}${fields}</li>\n`
}

function section({ method, path, operation }: Route): Html {
  const answers = Object.entries(operation.responses)
  return html`<section>
<h3 id="${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></h3>
<p>${operation.summary} <span class="note">${credentials(operation)}</span></p>
${input(operation)}<p>Answers:</p>
<ul>
${answers.filter(([status]) => isSuccess(status)).map(answer)}</ul>
<details><summary>Refusals</summary>
<ul>
${answers.filter(([status]) => !isSuccess(status)).map(answer)}</ul>
</details>
</section>
`
}

const objectSection = ([name, schema]: [string, Schema]): Html => html`<section>
<h3 id="${name}">${name}</h3>
${schema.description ? html`<p>${schema.description}</p>\n` : nothing}${fieldList(fieldsOf(schema))}</section>
`

const indexOf = (title: string, routes: readonly Route[]) => html`<h3>${title}</h3>
<ul>
${routes.map(({ method, path, operation }) => html`<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></a> ${operation.summary}</li>\n`)}</ul>
`

export function referencePage({ info, paths, components }: OpenApi, baseUrl: string): Page {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const byGroup = Map.groupBy(routes, groupOf)
  const inOrder = groups.flatMap(([title]) => {
    const members = byGroup.get(title)
    return members ? [{ title, members }] : []
  })
  return publicPage({
    baseUrl,
    path: '/reference',
    title: 'API reference',
    description: info.description,
    width: 'wide',
    current: '/reference',
    content: html`<h1>API reference</h1>
<p class="lead">Every route, version ${info.version}. This page is made from ${link('/openapi.json', 'openapi.json')}; ${link('/skill.md', 'the guide for agents')} explains how to begin.</p>
<p>Calls under <code>/v1</code> also need the header <code>Accept: application/json</code>. Every refusal is an <a href="#Error">Error</a>, with a code that does not change and a sentence that says what would be right.</p>
<h2>All routes</h2>
${inOrder.map(({ title, members }) => indexOf(title, members))}
${inOrder.map(({ title, members }) => html`<h2>${title}</h2>\n${members.map(section)}`)}
<h2>Objects</h2>
${Object.entries(components.schemas).map(objectSection)}`,
  })
}
