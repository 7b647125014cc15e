/** Sends HTML to those who ask for it. Which page shows what is decided by the table in `web/pages.ts`. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../../kernel/errors.ts'
import type { Page } from '../../web/document.ts'
import type { AnswerPage, FailurePages } from '../../web/pages.ts'
import type { Zone } from '../gate/paths.ts'
import { prefersHtml } from './accept.ts'

export type Pages = {
  /** By the name of the operation. */
  answers: ReadonlyMap<string, AnswerPage>
  failures: Readonly<Partial<Record<Zone, FailurePages>>>
}

export const sendPage = (reply: FastifyReply, status: number, { html, headers }: Page) =>
  reply.code(status).headers(headers).send(Buffer.from(html.markup))

export function findAnswerPage({ answers }: Pages, operation: string, headers: IncomingHttpHeaders) {
  const page = answers.get(operation)
  return page && prefersHtml(headers) ? page : undefined
}

/** Where there are pages, browsers always get theirs; tools that fetch pages get one wherever a route exists. */
export function findFailurePage({ failures }: Pages, { code }: Failure, { incoming, is404 }: FastifyRequest) {
  const pages = failures[incoming.zone]
  if (code === 'BROWSER_ACCESS_DENIED') return pages?.browser
  return pages && prefersHtml(incoming.headers) && !is404 ? pages.other : undefined
}
