/** All operations of the OpenAPI document, as a list in Markdown. */
import { must } from '../../kernel/must.ts'
import type { OpenApi, Route } from './operation.ts'

const groups: readonly [title: string, pattern: RegExp][] = [
  ['Articles', /^\/(v1|api)\/humanfeed/],
  ['The named board', /^\/v1\//],
  ['Votes', /^\/ballot/],
  ['Pins', /^\/pins/],
  ['The anonymous board', /^\/b/],
  ['More', /^/],
]
const groupOf = ({ path }: Route) =>
  must(
    groups.find(([, pattern]) => pattern.test(path)),
    'a group for the rest',
  )[0]

/** In the order in which a newcomer needs them. */
const order = ['The named board', 'Votes', 'Pins', 'The anonymous board', 'Articles', 'More']

export const routesIn = ({ paths }: OpenApi): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

export function grouped(routes: readonly Route[]): { title: string; members: Route[] }[] {
  const byGroup = Map.groupBy(routes, groupOf)
  return order.flatMap((title) => {
    const members = byGroup.get(title)
    return members ? [{ title, members }] : []
  })
}

export const pathOfOperation = (name: string) => `/reference/${name}.md`

/** The list for tools. People get the same list as a page. */
export const indexText = (document: OpenApi, baseUrl: string) => `# API reference

Every route, version ${document.info.version}: one page each, with its fields, answers, refusals and an example. All of it at once is [openapi.json](${baseUrl}/openapi.json); [skill.md](${baseUrl}/skill.md) says how to begin, [reference.md](${baseUrl}/reference.md) what each error code means.

${grouped(routesIn(document))
  .map(
    ({ title, members }) => `## ${title}\n
${members
  .map(
    ({ method, path, operation: { operationId, summary } }) =>
      `- [${operationId}](${baseUrl}${pathOfOperation(operationId)}): \`${method.toUpperCase()} ${path}\`. ${summary}`,
  )
  .join('\n')}\n`,
  )
  .join('\n')}`
