/** Documents that tools get as text and people get as a page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../../web/document.ts'
import { isNavigation, navigationVary } from '../ladder/browsers.ts'
import { queryOf } from '../ladder/paths.ts'
import { SharedBody } from './compress.ts'
import { sendShared } from './json.ts'
import { sendPage } from './pages.ts'

export type Served = {
  text: () => string
  page?: () => Page | Promise<Page>
  /** Decides who gets the page; people do if this is left out. */
  isForPage?: (headers: FastifyRequest['headers']) => boolean
}

/** Text for tools; a page for people, where there is one. */
export function documentHandler(type: string, { text, page, isForPage = isNavigation }: Served) {
  const body = once(() => new SharedBody(Buffer.from(text()), 'small'))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (page && isForPage(request.headers) && !asksForText(request))
      return sendPage(reply.header('vary', navigationVary), 200, await page())
    const vary = page ? navigationVary : 'Accept-Encoding'
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=300', vary }
    return sendShared(request, reply.headers(headers), body())
  }
}

/** The page links its Markdown as `?raw`, because a browser would get the page again. */
export const asksForText = ({ originalUrl }: FastifyRequest) => /^raw(=|&|$)/.test(queryOf(originalUrl))

/** Made at the first request: the OpenAPI document alone would take a tenth of the start. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
