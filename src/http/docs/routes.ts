/** The docs that agents read, and the OpenAPI document. A person who opens one in a browser gets it as a page. */
import type { FastifyInstance } from 'fastify'
import { showHome } from '../../articles/site/show-home.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { perform, type Services } from '../../kernel/perform.ts'
import { boardDescription, llmsText, welcome } from '../../web/discovery.ts'
import { docsNames, docsText, type TableRow } from '../../web/docs-text.ts'
import { type Home, homePage } from '../../web/home.ts'
import type { OpenApi } from '../../web/reference/operation.ts'
import { documentHandler, once, type Served } from '../answers/documents.ts'
import { asksForHtml } from '../ladder/browsers.ts'
import type { Rates } from '../ladder/rate-windows.ts'
import { addReference } from './reference.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** All documents that are served here, except the first page. */
export const servedPaths = [
  '/openapi.json',
  '/llms.txt',
  '/.well-known/board.json',
  '/reference',
  ...docsNames.map((page) => `/${page}.md`),
]

/** Which answers pages of other sites may read: what is public, the same for everybody, and changed by no cookie. */
const open: ReadonlySet<string> = new Set([...servedPaths, '/humanfeed/feed.atom', '/humanfeed/feed.json'])
const publicRead = /^\/reference\/|^\/api\/humanfeed\/(?!.*\bhuman-(?:session|comments)\b)/

export const isForAnySite = (path: string) => open.has(path) || publicRead.test(path)

/** The answer to a browser's CORS preflight request. */
export const readPreflight = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'Accept, If-None-Match',
  'access-control-max-age': 86_400,
}

export type DocsParts = {
  operations: readonly AnyOperation[]
  services: Services
  rates: Rates
  /** The OpenAPI document, made when it is first asked for. */
  openApi: () => object
  /** The rows of the table of MCP tools. */
  describeTools: () => readonly TableRow[]
}

export const addDocs = (server: FastifyInstance, parts: DocsParts) =>
  server.register(async (docs) => {
    docs.addHook('onRequest', ({ incoming: { rateStatuses, caller } }, _reply, done) => {
      parts.rates.count(rateStatuses, 'public-reads', caller.network)
      done()
    })
    addRoutes(docs, parts)
  })

function addRoutes(server: FastifyInstance, parts: DocsParts) {
  const { operations } = parts
  const { site } = parts.services
  const { baseUrl } = site
  const openApi = once(parts.openApi)

  const serve = (path: string, type: string, served: Served) => server.get(path, documentHandler(type, served))

  const drawHome = async () => homePage((await perform(showHome, parts.services, reader, {})) as Home, site)
  const home = { text: once(() => welcome(site)), page: drawHome, isForPage: asksForHtml }
  serve('/', 'text/plain; charset=utf-8', home)
  serve('/llms.txt', 'text/plain; charset=utf-8', { text: once(() => llmsText(site)) })
  serve('/.well-known/board.json', JSON_TYPE, { text: once(() => JSON.stringify(boardDescription(site))) })
  serve('/openapi.json', JSON_TYPE, { text: once(() => JSON.stringify(openApi())) })
  addReference(server, { operations, baseUrl, document: () => openApi() as OpenApi })
  for (const name of docsNames) {
    const path = `/${name}.md`
    const text = once(() => docsText(name, site, parts.describeTools()))
    serve(path, MARKDOWN, { text, page: once(async () => (await loadDocsPage())(text(), { baseUrl, path })) })
  }
}

/** The first page is the same for everybody. */
const reader = { network: '' }

/** Loaded when a person first opens a page of the docs, so that not every start loads the Markdown library. */
const loadDocsPage = async () => (await import('../../web/docs.ts')).docsPage
