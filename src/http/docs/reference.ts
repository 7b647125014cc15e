/** The reference: a list of all operations, and a page for each, made from the OpenAPI document. */
import type { FastifyInstance } from 'fastify'
import { fail } from '../../kernel/errors.ts'
import { nearest } from '../../kernel/nearest.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { readOwnFile } from '../../program/own-files.ts'
import { indexText, pathOfOperation, routesIn } from '../../web/reference/list.ts'
import { type Example, type OpenApi, operationText } from '../../web/reference/operation.ts'
import { documentHandler, once } from '../answers/documents.ts'
import { asksForHtml } from '../ladder/browsers.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'

export const referencePaths = (operations: readonly AnyOperation[]) =>
  operations.map(({ name }) => pathOfOperation(name))

/** Loaded when a person first opens a page of the docs, so that not every start loads the Markdown library. */
const loadPages = () => import('../../web/reference/page.ts')

const readExamples = (): Record<string, Example> => JSON.parse(readOwnFile('docs/examples.json').toString())

type ReferenceParts = { operations: readonly AnyOperation[]; baseUrl: string; document: () => OpenApi }

export function addReference(server: FastifyInstance, { operations, baseUrl, document }: ReferenceParts) {
  const index = {
    text: () => indexText(document(), baseUrl),
    page: async () => (await loadPages()).indexPage(document(), baseUrl),
    isForPage: asksForHtml,
  }
  server.get('/reference', documentHandler(MARKDOWN, index))

  // Examples hold addresses of the board that they were made on.
  const examples = once(() => JSON.parse(JSON.stringify(readExamples()).replaceAll('http://board.test', baseUrl)))
  const textOf = ({ name, tool }: AnyOperation) => {
    const route = routesIn(document()).find(({ operation }) => operation.operationId === name)
    return operationText({ ...route!, tool }, document(), examples()[name], baseUrl)
  }
  const handlerOf = (op: AnyOperation) => {
    const text = once(() => textOf(op))
    const page = async () => (await loadPages()).operationPage(text(), op.name, document(), baseUrl)
    return documentHandler(MARKDOWN, { text, page: once(page) })
  }
  const handlers = new Map(operations.map((op) => [pathOfOperation(op.name), once(() => handlerOf(op))]))
  server.get<{ Params: { page: string } }>('/reference/:page', (request, reply) => {
    const path = `/reference/${request.params.page}`
    return (handlers.get(path) ?? refuseUnknown(path, [...handlers.keys()], baseUrl))()(request, reply)
  })
}

const refuseUnknown = (path: string, known: readonly string[], baseUrl: string) =>
  fail('NOT_FOUND', undefined, {
    message: `No operation has this page; the nearest is ${baseUrl}${nearest(path, known)}, and ${baseUrl}/reference lists them all.`,
  })
