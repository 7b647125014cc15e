/** The cookies of the form: one ties it to the browser that opened it, one tells which agents were made there. */
import type { IncomingHttpHeaders } from 'node:http'
import type { LinkForm } from '../../connections/link-forms/rules.ts'
import { paths } from '../../connections/view.ts'
import { fixed } from '../../limits.ts'

/** Longer than the form lives: one that has expired should still be able to say so. */
const FORM_MAX_AGE_SECONDS = 3_600

/** One for each form, so that several can be open. */
const nameOf = ({ form_id }: LinkForm) => `board_link_${form_id.slice(0, 8)}`

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')
/** The prefix keeps sites beside ours from planting one; it needs https and the path `/`. */
const agentsName = (baseUrl: string) => `${isSecure(baseUrl) ? '__Host-' : ''}board_agents`

type Cookie = { name: string; value: string; path: string; maxAge: number }

/** `Lax`: the browser comes here from the program's page, and a stricter cookie would stay at home. */
const written = ({ name, value, path, maxAge }: Cookie, baseUrl: string) =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? '; Secure' : ''}`

function read({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

export const formCookie = (link: LinkForm, value: string, baseUrl: string) =>
  written({ name: nameOf(link), value, path: paths.link, maxAge: FORM_MAX_AGE_SECONDS }, baseUrl)

export const agentsCookie = (value: string, baseUrl: string) =>
  written({ name: agentsName(baseUrl), value, path: '/', maxAge: fixed.rememberedMaxSeconds }, baseUrl)

export const readFormCookie = (headers: IncomingHttpHeaders, link: LinkForm) => read(headers, nameOf(link))
export const readAgentsCookie = (headers: IncomingHttpHeaders, baseUrl: string) => read(headers, agentsName(baseUrl))
