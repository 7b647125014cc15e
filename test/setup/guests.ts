/** A guest of the web site, in a browser that keeps the cookie of the site. */
import { BASE_URL, type Board } from '../board.ts'
import type { Answer } from './call.ts'
import { freshRequestId } from './people.ts'

type Article = { post_id: string; revision_id: string }
type Headers = Record<string, string>

export type GuestAtSite = ReturnType<typeof guestOn>

export function guestOn(board: Pick<Board, 'call'>, from = '192.0.2.77') {
  let cookie = ''
  let token = ''
  async function send(method: 'GET' | 'POST' | 'DELETE', path: string, headers: Headers, body?: unknown) {
    const answer = await board.call(path, {
      method,
      from,
      headers: { ...(method !== 'GET' && { origin: BASE_URL }), ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    const set = answer.headers['set-cookie']
    if (set) cookie = String(set).split(';', 1)[0] as string
    return answer
  }

  /** As a script of the page does: JSON, with the token in its header. */
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, headers: Headers = {}) =>
    send(
      method,
      path,
      {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { 'x-csrf-token': token }),
        ...headers,
      },
      body,
    )
  const commentsOf = (postId: string) => `/api/humanfeed/posts/${postId}/human-comments`
  const receiptOf = (id: string) => `/api/humanfeed/human-comments/${id}`

  return {
    call,
    cookie: () => cookie,
    token: () => token,
    /** Opens a page. */
    opens: (path: string, headers: Headers = {}): Promise<Answer> =>
      send('GET', path, { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...headers }),
    /** Sends a form as a browser without script does. */
    submits: (path: string, fields: Record<string, string>, headers: Headers = {}): Promise<Answer> =>
      send(
        'POST',
        path,
        { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        String(new URLSearchParams(fields)),
      ),
    async begins(nickname: string) {
      const answer = await call('POST', '/api/humanfeed/human-session', { nickname })
      token = answer.body.session?.csrf_token ?? token
      return answer
    },
    session: () => call('GET', '/api/humanfeed/human-session'),
    says: (article: Article, text: string, more: object = {}) =>
      call('POST', commentsOf(article.post_id), {
        text,
        article_revision_id: article.revision_id,
        request_id: freshRequestId(),
        ...more,
      }),
    receipt: (id: string) => call('GET', receiptOf(id)),
    looksUp: (requestId: string) => call('GET', `/api/humanfeed/human-comments/lookup?request_id=${requestId}`),
    removes: (id: string) => call('DELETE', receiptOf(id)),
  }
}
