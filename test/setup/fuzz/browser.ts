/** A person at the site, who follows links and sends the forms of the pages that they are shown. */
import assert from 'node:assert/strict'
import { BASE_URL } from '../../board.ts'
import type { Answer, Call } from '../call.ts'
import { authorizeUrl, newClient, pkce, REDIRECT_URI } from '../connections.ts'
import type { Random } from '../contract-requests.ts'
import { type Filled, type Form, fillIn, formsIn, linksIn, type Writer } from './forms.ts'

/** `isPrivate` if the page may not contain words of others. */
export type Shown = { path: string; isPrivate: boolean; answer: Answer }
export type Browser = Awaited<ReturnType<typeof browserFor>>

const MAX_LINKS = 40
/** The first links are kept. */
const STARTS = 3
const OWN_COMMENTS = '/humanfeed/comments'
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
/** The list of own comments names the articles, which others wrote, in links. */
const withoutLinks = (answer: Answer): Answer => ({
  ...answer,
  body: String(answer.body).replace(/<a\b.*?<\/a>/gs, ''),
})
/** Pages of one person: their agents, what they connect, the comments that they wrote. */
const isPrivate = (path: string) => /^\/(agents|oauth|humanfeed\/comments)\b/.test(path)

export async function browserFor(writer: Writer, call: Call, random: Random) {
  const { pick, below, chance } = random
  const client = await newClient({ call }, { client_name: `${writer.mark} program` })
  const jar = new Map<string, string>()
  const links: string[] = ['/humanfeed/', '/agents/', OWN_COMMENTS]
  let lastForm: Form | undefined
  let ended = false

  function keep({ headers }: Answer) {
    for (const line of [headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/; Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function send(path: string, options: Parameters<Call>[1] = {}): Promise<Shown> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie && { cookie }), ...options.headers }
    const answer = await call(path, { ...options, headers })
    keep(answer)
    for (const link of linksIn(String(answer.body)).slice(0, 10)) {
      if (links.length < MAX_LINKS) links.push(link)
      else links[STARTS + below(MAX_LINKS - STARTS)] = link
    }
    return {
      path: path.replace(/\?.*|(?<=^\/oauth\/link\/).*/, ''),
      isPrivate: isPrivate(path),
      answer: path === OWN_COMMENTS ? withoutLinks(answer) : answer,
    }
  }

  /** Leads to a page of this site, or back to the program that was registered. */
  function placeIn({ path, answer }: Shown): string | undefined {
    const { location } = answer.headers
    if (answer.status !== 303 || !location) return undefined
    const place = new URL(location, BASE_URL)
    assert.ok([BASE_URL, new URL(REDIRECT_URI).origin].includes(place.origin), `${path} leads to ${location}`)
    return place.origin === BASE_URL ? place.pathname + place.search : undefined
  }

  const open = async (): Promise<Shown[]> => {
    const asks = chance(0.15)
    const first = await send(asks ? authorizeUrl(client, pkce().code_challenge) : pick(links))
    const place = placeIn(first)
    return place ? [first, await send(place)] : [first]
  }

  async function submit({ action, fields, isSpoilt }: Filled): Promise<Shown[]> {
    const origin = isSpoilt && chance(0.1) ? 'https://elsewhere.example' : BASE_URL
    const body = String(new URLSearchParams(fields))
    const path = action.replace(BASE_URL, '')
    const sent = await send(path, { method: 'POST', headers: { ...asForm, origin }, body })
    const { status } = sent.answer
    if (origin !== BASE_URL) assert.ok(status >= 400 || status === 0, `${path} took a form of another site: ${status}`)
    ended ||= status < 400 && /\/(key|revoke)$/.test(path)
    const place = placeIn(sent)
    return place ? [sent, await send(place)] : [sent]
  }

  return {
    hasEndedKey: () => ended,
    lastForm: () => lastForm,
    /** Opens a page, sends one of its forms, and goes where that leads. */
    async walks(other?: { lastForm(): Form | undefined }): Promise<Shown[]> {
      const shown = await open()
      const forms = formsIn(String(shown.at(-1)?.answer.body)).filter(({ method }) => method === 'post')
      if (forms.length === 0) return shown
      const form = pick(forms)
      lastForm = form
      const strange = other?.lastForm()
      return [
        ...shown,
        ...(await submit(fillIn(form, writer, random, strange?.action === form.action ? strange : undefined))),
      ]
    },
  }
}
