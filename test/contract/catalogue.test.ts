/** One loop over the catalogue protects every operation that will ever be added to it. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { resolveTemplates, templatesOf } from '../../src/actions/view.ts'
import { pathFields, pathPattern } from '../../src/http/ladder/paths.ts'
import { errorCodes } from '../../src/kernel/errors.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { scopeOf } from '../../src/kernel/perform.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { operations, siteOperations } from '../../src/operations.ts'
import { actionNames } from '../../src/posts/rules.ts'
import { defaultLimits } from '../../src/settings/limits.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { publishedArticle } from '../setup/articles.ts'
import { visitorOn } from '../setup/visitors.ts'

const root = join(import.meta.dirname, '../..')
const notDomains = [
  'program',
  'settings',
  'log',
  'worker',
  'assembly',
  'kernel',
  'storage',
  'owners',
  'operator',
  'web',
  'http',
  'openapi',
  'metrics',
  'mcp',
  'cli',
  'client',
  'docs',
]
const kinds = ['table.ts', 'rules.ts', 'view.ts', 'steps.ts']

/** The authorization server speaks OAuth, not our catalogue: its folders hold checks. */
const isCheck = (file: string) =>
  /^src\/(connections\/(register|authorize|consent|token|revoke)|articles\/checks)\//.test(file)

const operationFiles = globSync('src/*/**/*.ts', { cwd: root })
  .filter((file) => !notDomains.includes(file.split('/')[1] as string) && !kinds.includes(basename(file)))
  .filter((file) => !isCheck(file))
  .sort()

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && ('run' in value || 'group' in value) && 'http' in value

const routeOf = ({ http }: AnyOperation) => `${http.method} ${http.path.replace(/\{\w+\}/g, '{}')}`

type Described = { description?: string; anyOf?: Described[] }

/** A field that may be null is described inside the alternative that is not. */
const descriptionOf = ({ description, anyOf = [] }: Described): string | undefined =>
  description ?? anyOf.map(descriptionOf).find(Boolean)

const assertUnique = (values: readonly string[]) => assert.deepEqual(values, [...new Set(values)])

/** They store nothing: one makes a sealed address, one a sealed cookie. */
const readsByPost = ['humanfeed_preview_revision', 'humanfeed_save_session']

describe('the catalogue', () => {
  it('has no name or route twice', () => {
    assert.ok(operations.length > 0)
    assertUnique(operations.map(({ name }) => name))
    assertUnique(operations.map(routeOf))
  })

  it('contains every operation file, each with one operation of the same name', async () => {
    const found: AnyOperation[] = []
    for (const file of operationFiles) {
      const own = Object.values((await import(join(root, file))) as object).filter(isOperation)
      assert.equal(own.length, 1, `${file} holds ${own.length} operations; a file is one operation or one of ${kinds}`)
      const op = own[0] as AnyOperation
      const words = basename(file, '.ts').replaceAll('-', '_')
      assert.ok(op.name.includes(words), `${file} holds ${op.name}`)
      assert.ok([...operations, ...siteOperations].includes(op), `${op.name} is missing in src/operations.ts`)
      found.push(op)
    }
    const elsewhere = siteOperations.filter(({ name }) => name === 'humanfeed_list_public_log') // with the operator's table
    assert.equal(found.length, operations.length + siteOperations.length - elsewhere.length)
  })
})

for (const op of operations) {
  const { name, summary, effect, access, http, input, refuses } = op
  const fields = Object.entries(input.shape)

  describe(`the form of ${name}`, () => {
    it('has a plain name and one sentence as its summary', () => {
      assert.match(name, /^[a-z]+(_[a-z]+)*$/)
      assert.match(summary, /^[A-Z`][^.!?]*\.$/)
      assert.ok(summary.length >= 20 && summary.length <= 120, `the summary has ${summary.length} characters`)
    })

    it('reads with GET and writes with another method', () => {
      assert.equal(op.effect, http.method === 'GET' || readsByPost.includes(name) ? 'read' : 'write')
      if (scopeOf(op)) assert.equal(scopeOf(op), op.effect === 'read' ? 'board:read' : 'board:write')
    })

    it('describes every input field', () => {
      const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
      for (const [field] of fields) {
        const description = descriptionOf(properties[field] as Described)
        assert.match(field, /^[a-z]+(_[a-z]+)*$/)
        assert.match(description ?? '', /^[A-Z`].+[.]$/s, `${field} is not described by a sentence`)
      }
    })

    it('takes path and header fields from its input, each from one place', () => {
      const placed = [...pathFields(http.path), ...Object.values(http.headers ?? {})]
      assertUnique(placed)
      for (const field of placed) assert.ok(field in input.shape, `${field} is no input field`)
      for (const header of Object.keys(http.headers ?? {})) assert.match(header, /^[A-Z][a-z]*(-[A-Z][a-z]*)*$/)
    })

    it('refuses with codes of the table, none of them twice', () => {
      assertUnique(refuses)
      for (const code of refuses) assert.ok(errorCodes.includes(code), `${code} is in no table`)
    })

    it('names the refusal of restricted accounts, or says in a sentence why it is open to them', () => {
      const why = 'openToRestricted' in op ? op.openToRestricted : undefined
      const isAlwaysOpen = why?.length === 0 // it does not ask for the input
      assert.equal(
        refuses.includes('ACCOUNT_RESTRICTED'),
        effect === 'write' && typeof access !== 'string' && !isAlwaysOpen,
      )
      if (isAlwaysOpen) assert.match(why({}) ?? '', /^[A-Z].{20,}\.$/)
    })

    it('can be repeated safely when it publishes', () => {
      // On the anonymous board the ticket contains the request id.
      const takesKey = Object.keys(http.headers ?? {}).includes('Idempotency-Key') || 'ticket' in input.shape
      // A registration under another key, or with other content, finds its name taken.
      const conflict = refuses.some((code) => code === 'IDEMPOTENCY_CONFLICT' || code === 'NAME_TAKEN')
      if (op.replay) assert.ok(takesKey && conflict)
      if (op.effect === 'write' && takesKey) assert.ok(op.replay, 'it takes an Idempotency-Key and has no replay')
    })
  })
}

describe('action templates', () => {
  it('are those that operations offer on messages', () => {
    assert.deepEqual([...templatesOf(operations).message.keys()].toSorted(), actionNames.toSorted())
  })

  const site = { baseUrl: 'http://board.test', limits: defaultLimits }
  for (const via of ['api_key', 'oauth'] as const) {
    it(`name the fields of their routes, for callers with ${via}`, () => {
      const context = { templates: templatesOf(operations).message, site, viewer: { via } }
      const templates = Object.values(resolveTemplates(actionNames, actionNames, context))
      for (const { method, url, auth } of templates) {
        const path = new URL(url.replace(/\{\w+\}/g, 'x')).pathname
        const op = operations.find(({ http }) => http.method === method && pathPattern(http.path).test(path))
        const { access, http } = op ?? assert.fail(`no route answers ${method} ${url}`)
        const taken = http.oauth === 'required' ? 'oauth' : http.oauth === 'accepted' ? via : 'api_key'
        assert.equal(auth, access === 'anyone' ? 'none' : taken, `${method} ${url}`)
      }
    })
  }
})

onEachEngine('reading', (engine) => {
  it('never opens a write transaction', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts({}, 'a-key-for-the-thread')).body.id as string
    const unsortedSamples: Record<string, string> = {
      id: (await visitorOn(board).says()).body.id,
      body: 'text',
      request_id: 'a-key-for-the-preview',
    }
    const article = await publishedArticle(board, ada)
    const articleSamples: Record<string, string> = {
      id: article.post_id,
      post_id: article.post_id,
      revision_id: article.revision_id,
      agent: 'me',
      file: '0.svg',
    }
    /** Something to send in every field that some reading operation requires. */
    const samples: Record<string, string> = {
      id: thread,
      thread_id: thread,
      request_id: 'a-key-for-the-thread',
      agent: ada.id,
      agent_id: ada.id,
      q: 'text',
      body: 'text',
    }
    const sample = (field: string, path: string) =>
      (path.includes('humanfeed') ? articleSamples : path.startsWith('/b') ? unsortedSamples : samples)[field] ??
      assert.fail(`add a sample for the field ${field}`)

    const written: string[] = []
    const { write } = board.db
    board.db.write = (name, work) => {
      written.push(name)
      return write(name, work)
    }
    for (const { name, http, input } of operations.filter(
      ({ effect, http, access }) => effect === 'read' && http.method === 'GET' && access !== 'guest',
    )) {
      const path = http.path.replace(/\{(\w+)\}/g, (_whole, field: string) => sample(field, http.path))
      const headers = Object.fromEntries(
        Object.entries(http.headers ?? {}).map(([header, field]) => [header.toLowerCase(), sample(field, http.path)]),
      )
      const placed = new Set([...pathFields(http.path), ...Object.values(http.headers ?? {})])
      const { required = [] } = z.toJSONSchema(input, { io: 'input' })
      const query = required
        .filter((field) => !placed.has(field))
        .map((field) => `${field}=${sample(field, http.path)}`)
      const answer = await ada.get(query.length > 0 ? `${path}?${query.join('&')}` : path, headers)

      assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`)
      assert.deepEqual(written, [], `${name} wrote`)
    }
  })

  it('cannot write even if the code tries to', async () => {
    await using board = await openBoard(engine)

    await assert.rejects(board.db.read('mischief', (tx) => tx.run(sql`UPDATE counters SET value = value + 1`)))
    const row = await board.db.read('look', (tx) =>
      tx.one<{ top: number }>(sql`SELECT MAX(value) AS top FROM counters`),
    )
    assert.equal(row?.top, 0)
  })
})

type Json = Record<string, unknown>

/** Every object in a document, with where it stands. */
function* walk(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, inner] of Object.entries(value)) {
    yield* walk(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

const resolve = (document: unknown, pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document)

describe('openapi.json', () => {
  const document = openApiDocument(operations, 'http://board.test')
  const objects = [...walk(JSON.parse(JSON.stringify(document)))]

  it('is version 1.7.0 of the interface in OpenAPI 3.1.0', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.equal(document.info.version, '1.7.0')
    assert.deepEqual(document.servers, [{ url: 'http://board.test' }])
  })

  it('holds one operation for each entry of the catalogue, and nothing else', () => {
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item) as { operationId: string }[])
    assert.deepEqual(ids.map(({ operationId }) => operationId).sort(), operations.map(({ name }) => name).sort())
  })

  it('declares every parameter that a path names', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const { parameters } of Object.values(item) as { parameters: { name: string; in: string }[] }[]) {
        const declared = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
        assert.deepEqual(declared, pathFields(path))
        assertUnique(parameters.map((parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`))
      }
    }
  })

  it('describes every answer and every parameter', () => {
    for (const [at, { description }] of objects.filter(([at]) => /\/responses\/[^/]+$/.test(at)))
      assert.equal(typeof description, 'string', at)
    for (const [at, { schema }] of objects.filter(([at]) => /\/parameters\/\d+$/.test(at))) assert.ok(schema, at)
  })

  it('has no dangling reference', () => {
    const references = objects.flatMap(([at, { $ref }]) => (typeof $ref === 'string' ? [[at, $ref] as const] : []))
    assert.ok(references.length > 0)
    for (const [at, $ref] of references) assert.ok(resolve(document, $ref), `${at} refers to ${$ref}`)
  })

  it('contains only schemas that JSON Schema 2020-12 understands', () => {
    const ajv = new Ajv2020.default({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'externalDocs', 'paths', 'components'])
    ajv.addSchema(document, 'board')
    const schemas = objects
      .map(([at]) => at)
      .filter((at) => /\/schema$/.test(at) || /^#\/components\/schemas\/[^/]+$/.test(at))
    assert.ok(schemas.length > operations.length)
    for (const at of schemas) {
      const pointer = at.replaceAll('{', '%7B').replaceAll('}', '%7D')
      assert.ok(ajv.getSchema(`board${pointer}`), at)
    }
  })
})
