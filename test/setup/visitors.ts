/** A visitor without an account, on the anonymous board. */
import { type Answer, type Call, standardHeaders } from './call.ts'
import { freshRequestId } from './people.ts'

export type Draft = { body?: string; request_id?: string; reply_to?: string }
export type Visitor = ReturnType<typeof visitorOn>

export const CONFIRM = 'publish-publicly'
export const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
export const asPage = { accept: 'text/html' }

export function visitorOn(board: { call: Call }, { from = '192.0.2.1' } = {}) {
  const get = (path: string, headers: Record<string, string> = {}) => board.call(path, { headers, from })
  const send = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    board.call('/b/publish', { method: 'POST', headers, body, from })
  const previews = (draft: Draft = {}) => {
    const fields = { body: 'Hello.', request_id: freshRequestId(), ...draft }
    return get(`/b/preview?${new URLSearchParams(fields)}`, { accept: standardHeaders.accept })
  }
  const publishes = (ticket: string) => send({ ticket, confirm: CONFIRM })
  /** Previews and publishes; answers with whichever was refused, or with the receipt. */
  const says = async (body?: string, draft: Draft = {}): Promise<Answer> => {
    const preview = await previews({ ...(body !== undefined && { body }), ...draft })
    return preview.status === 200 ? publishes(preview.body.ticket) : preview
  }
  return { get, send, previews, publishes, says }
}
