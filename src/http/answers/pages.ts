/** Sends HTML to callers that ask for it. The table in `web/pages.ts` decides which page shows which operation. */
import type { IncomingHttpHeaders } from 'node:http'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/operation.ts'
import type { Page } from '../../web/document.ts'
import type { ErrorPage } from '../../web/errors.ts'
import type { AnswerPage, FailurePages } from '../../web/pages.ts'
import { isNavigation } from '../ladder/browsers.ts'
import type { Zone } from '../ladder/paths.ts'

/** True if `Accept` names text/html, and does not prefer JSON. */
export function prefersHtml({ accept = '' }: IncomingHttpHeaders): boolean {
  const types = accept.toLowerCase().replace(/;(?!\s*q\s*=)[^;,]*/g, '') // drops every parameter except the weight
  return negotiate.negotiate(types, ['application/json', 'text/html']) === 'text/html'
}

export type Pages = {
  /** The pages by the name of their operation. */
  answers: ReadonlyMap<string, AnswerPage>
  failures: Readonly<Partial<Record<Zone, FailurePages>>>
  /**
   * For people, in every part of the service; the public article API answers browsers in JSON, except to their forms.
   */
  error: ErrorPage
}

export const sendPage = (reply: FastifyReply, status: number, { draw, headers }: Page) =>
  reply
    .code(status)
    .headers(headers)
    .send(Buffer.from(draw(reply.server.identity).markup))

declare module 'fastify' {
  interface FastifyInstance {
    /** What every page says about the board. */
    identity: Identity
  }
}

type RenderFailure = (failure: Failure, baseUrl: string) => Page

/**
 * A person gets a page for people. Other requests of browsers get a page where one exists for them, and tools that
 * fetch pages get one at every address that has a route.
 */
export function findFailurePage(
  { failures, error }: Pages,
  { code }: Failure,
  { incoming, is404 }: FastifyRequest,
): RenderFailure | undefined {
  const { zone, method, headers, path } = incoming
  if (isNavigation(headers) && (zone !== 'humanfeed' || method === 'POST'))
    return (failure, baseUrl) => error(failure, { baseUrl, path, zone })
  const pages = failures[zone]
  if (code === 'BROWSER_ACCESS_DENIED') return pages?.browser
  return pages && prefersHtml(incoming.headers) && !is404 ? pages.other : undefined
}
