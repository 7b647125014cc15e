/** Clients that other people's generators make from docs/openapi.json. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ModuleKind, ScriptTarget, ts } from '@ts-morph/common'
import createFetchClient from 'openapi-fetch'

const root = join(import.meta.dirname, '../..')
const document = join(root, 'docs/openapi.json')

/** hey-api writes TypeScript through the compiler's API, which TypeScript 7 no longer has: it gets an older one. */
const olderCompiler = pathToFileURL(join(import.meta.dirname, 'older-compiler.ts')).href
registerHooks({
  resolve: (specifier, context, next) => {
    const isForHeyApi = specifier === 'typescript' && context.parentURL?.includes('/@hey-api/')
    return next(isForHeyApi ? olderCompiler : specifier, context)
  },
})

/** What the document tells every client to send: no generator sends it by itself, so each client is told once. */
const headers = { Accept: 'application/json', 'X-Agent-Protocol': 'board/1' }

export type Sent = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
  /** Where the answer is no JSON. */
  parseAs?: 'text'
}
// biome-ignore lint/suspicious/noExplicitAny: a generated client answers with every shape
export type Reply = { status: number; data?: any; error?: unknown }
export type GeneratedClient = { call(operation: string, sent: Sent, bearer: string): Promise<Reply> }

type Described = { method: string; path: string; inPath: string[]; hasQuery: boolean }
type Operation = { operationId: string; parameters: { name: string; in: string }[] }

const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters }]): [string, Described] => {
      const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
      return [operationId, { method, path, inPath: namesIn('path'), hasQuery: namesIn('query').length > 0 }]
    }),
  ),
)
const described = (operation: string) => operations.get(operation) ?? assert.fail(`${operation} is not described`)

/** As generators name them: `list_threads` becomes `listThreads`. */
const functionName = (name: string) => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())

/** A folder inside the checkout, so that what is generated finds its packages. */
function temporaryFolder() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const path = mkdtempSync(join(root, '.cache/client-'))
  writeFileSync(join(path, 'package.json'), '{"type":"module"}')
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** To generate a client takes longer than all calls of it, so one serves every board. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const heyApiModules = once(async () => {
  const { createClient } = await import('@hey-api/openapi-ts')
  using folder = temporaryFolder()
  await createClient({
    input: document,
    output: { path: join(folder.path, 'client'), module: { extension: '.ts' } },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  })
  const load = (file: string) => import(pathToFileURL(join(folder.path, 'client', file)).href)
  return { client: (await load('client.gen.ts')).client, functions: await load('sdk.gen.ts') }
})

async function heyApi(baseUrl: string): Promise<GeneratedClient> {
  const { client, functions } = await heyApiModules()
  client.setConfig({ baseUrl, headers })
  return {
    async call(operation, sent, bearer) {
      const { data, error, response } = await functions[functionName(operation)]({ auth: () => bearer, ...sent })
      return { status: response.status, data, error }
    },
  }
}

type Request = (
  method: string,
  path: string,
  options: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

/** Its generated half is types, which do not run; without them its function takes any operation. */
async function openApiFetch(baseUrl: string): Promise<GeneratedClient> {
  const request = createFetchClient({ baseUrl, headers }).request as unknown as Request
  return {
    async call(operation, { path, query, ...sent }, bearer) {
      const { method, path: template } = described(operation)
      const own = { Authorization: `Bearer ${bearer}`, ...sent.headers }
      const options = { ...sent, params: { path, query }, headers: own }
      const { data, error, response } = await request(method, template, options)
      return { status: response.status, data, error }
    },
  }
}

const swaggerModule = once(async () => {
  const { generateApi } = await import('swagger-typescript-api')
  using folder = temporaryFolder()
  const { files } = await generateApi({ input: document, output: false, httpClientType: 'fetch', silent: true })
  const source = files.map(({ fileContent }) => fileContent).join('\n')
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ESNext }
  const file = join(folder.path, 'api.js')
  writeFileSync(file, ts.transpileModule(source, { compilerOptions }).outputText)
  return import(pathToFileURL(file).href)
})

async function swaggerTypescriptApi(baseUrl: string): Promise<GeneratedClient> {
  const { Api } = await swaggerModule()
  const securityWorker = (bearer: string) => ({ headers: { Authorization: `Bearer ${bearer}` } })
  const api = new Api({ baseUrl, baseApiParams: { headers }, securityWorker })
  return {
    async call(operation, { path = {}, query, headers: own = {}, body, parseAs = 'json' }, bearer) {
      const { path: template, inPath, hasQuery } = described(operation)
      const group = template.split('/')[1] as string
      const given = [...inPath.map((name) => path[name]), ...(hasQuery ? [query] : []), ...(body ? [body] : [])]
      api.setSecurityData(bearer)
      const params = { headers: own, secure: bearer !== '', format: parseAs }
      const answer = await api[group][functionName(operation)](...given, params).catch((refused: unknown) => refused)
      return { status: answer.status, data: answer.data, error: answer.error }
    },
  }
}

/** Each by its name on npm. */
export const generators = {
  '@hey-api/openapi-ts': heyApi,
  'openapi-fetch': openApiFetch,
  'swagger-typescript-api': swaggerTypescriptApi,
}
