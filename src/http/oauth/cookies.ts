/** The cookie that ties a form to the browser that opened it: one for each form, so that several can be open. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Link } from '../../connections/links/rules.ts'
import { paths } from '../../connections/view.ts'

/** Longer than the form lives: one that has expired should still be able to say so. */
const MAX_AGE_SECONDS = 3_600

const nameOf = ({ form_id }: Link) => `board_link_${form_id.slice(0, 8)}`

/** `Lax`: the browser comes here from the program's page, and a stricter cookie would stay at home. */
export function formCookie(link: Link, value: string, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${nameOf(link)}=${value}; Path=${paths.link}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

export function readFormCookie({ cookie = '' }: IncomingHttpHeaders, link: Link): string | undefined {
  const prefix = `${nameOf(link)}=`
  const found = cookie.split(/; */).find((pair) => pair.startsWith(prefix))
  return found?.slice(prefix.length)
}
