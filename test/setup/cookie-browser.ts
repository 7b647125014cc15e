/** A browser without a screen: it keeps cookies, connects programs and sends the forms of pages. */
import assert from 'node:assert/strict'
import { type Answer, BASE_URL, type Board } from '../board.ts'
import { authorizeUrl, openForm, pkce, REDIRECT_URI, registerClient, requestTokens, sendForm } from './connections.ts'

/** The hidden fields of the first form of a page that goes to this address. */
export function hiddenFieldsOf({ body }: Answer, action: string): Record<string, string> {
  const [, form] =
    new RegExp(`<form method="post" action="${action}">(.*?)</form>`, 's').exec(body) ?? assert.fail(action)
  const fields = [...(form as string).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return Object.fromEntries(fields.map(([, name, value]) => [name as string, value as string]))
}

/** A browser that keeps its cookies. */
export function browserOn(board: Board, origin = BASE_URL) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = ({ headers }: Answer) => {
    for (const line of [headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string]
      if (/; Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function opens(client?: string) {
    const client_id: string = client ?? (await registerClient(board)).body.client_id
    const { code_challenge, code_verifier } = pkce()
    const form = await openForm(board, authorizeUrl(client_id, code_challenge))
    jar.set(...(form.cookie.split('=', 2) as [string, string]))
    const page = (await board.call(form.path, { headers: { cookie: cookie() } })).body as string

    async function sends(fields: Record<string, string>) {
      const all = { csrf: form.csrf, decision: 'connect', ...fields }
      const answer = await sendForm(board, form.path, all, { cookie: cookie(), origin })
      keep(answer)
      return answer
    }
    /** Sends the form, and redeems the code that comes of it. */
    async function connects(fields: Record<string, string>) {
      const answer = await sends(fields)
      const code = new URL(answer.headers.location ?? assert.fail(answer.body)).searchParams.get('code') as string
      const grant = { grant_type: 'authorization_code', code, client_id, code_verifier, redirect_uri: REDIRECT_URI }
      return (await requestTokens(board, grant)).body
    }
    return { client_id, page, sends, connects }
  }

  /** Opens a page as a person does. */
  async function visits(path: string, headers: Record<string, string> = {}) {
    const answer = await board.call(path, { headers: { cookie: cookie(), ...headers } })
    keep(answer)
    return answer
  }

  /** Sends the form of a page that goes to this address, with its hidden fields; then opens the page that follows. */
  async function submits(page: Answer, action: string, fields: Record<string, string> = {}) {
    const sent = await sendForm(
      board,
      action,
      { ...hiddenFieldsOf(page, action), ...fields },
      { cookie: cookie(), origin },
    )
    keep(sent)
    return sent.status === 303 ? visits(sent.headers.location as string) : sent
  }
  return { jar, cookie, opens, visits, submits }
}
