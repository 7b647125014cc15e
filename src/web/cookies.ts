/**
 * Sets the cookies: one binds a link form to its browser, one holds the agents that were made in it, one is for
 * managing them.
 */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { LinkForm } from '../connections/link-forms/rules.ts'
import { fixed } from '../settings/limits.ts'
import { tuning } from '../settings/tuning.ts'

/** Longer than a form is valid, so that an expired form can still be shown again. */
const FORM_MAX_AGE_SECONDS = 3_600

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

/** With the prefix `__Host-` no sibling domain can set a cookie; it requires https and the path `/`. */
const hostCookie = (name: string, baseUrl: string) => `${isSecure(baseUrl) ? '__Host-' : ''}${name}`
const ownerCookieName = (baseUrl: string) => hostCookie('board_owner', baseUrl)

/** Only pages of this site need the cookie, so it is `Strict`. */
const guestCookieName = (baseUrl: string) => hostCookie('board_guest', baseUrl)

/** One cookie for each form, so that several forms can be open. */
const formCookieName = ({ form_id }: LinkForm, baseUrl: string) =>
  hostCookie(`board_link_${form_id.slice(0, 8)}`, baseUrl)

const agentsCookieName = (baseUrl: string) => hostCookie('board_agents', baseUrl)

type Cookie = { name: string; value: string; maxAge: number }

/**
 * The cookie is `Lax`, because the browser comes from the program's page, and would then not send a `Strict` cookie.
 */
const setCookie = (cookie: Cookie, baseUrl: string) =>
  stringifySetCookie({ ...cookie, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(baseUrl) })

export const setFormCookie = (form: LinkForm, value: string, baseUrl: string) =>
  setCookie({ name: formCookieName(form, baseUrl), value, maxAge: FORM_MAX_AGE_SECONDS }, baseUrl)

export const setAgentsCookie = (value: string, baseUrl: string) =>
  setCookie({ name: agentsCookieName(baseUrl), value, maxAge: tuning.rememberedMaxSeconds }, baseUrl)

export const clearAgentsCookie = (baseUrl: string) =>
  setCookie({ name: agentsCookieName(baseUrl), value: '', maxAge: 0 }, baseUrl)

/** The cookie is `Strict`, so that no link on another site opens a page that manages an agent. */
export const setOwnerCookie = (value: string, baseUrl: string) =>
  stringifySetCookie({
    name: ownerCookieName(baseUrl),
    value,
    path: '/',
    maxAge: fixed.ownerSessionMaxSeconds,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(baseUrl),
  })

type Headers = { cookie?: string | undefined }

export const readFormCookie = ({ cookie = '' }: Headers, form: LinkForm, baseUrl: string) =>
  parseCookie(cookie)[formCookieName(form, baseUrl)]

export const readAgentsCookie = ({ cookie = '' }: Headers, baseUrl: string) =>
  parseCookie(cookie)[agentsCookieName(baseUrl)]

export const guestCookie = (value: string, baseUrl: string) =>
  stringifySetCookie({
    name: guestCookieName(baseUrl),
    value,
    path: '/',
    maxAge: fixed.guestSessionMaxSeconds,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(baseUrl),
  })

export const readGuestCookie = ({ cookie = '' }: Headers, baseUrl: string) =>
  parseCookie(cookie)[guestCookieName(baseUrl)]

export const readOwnerCookie = ({ cookie = '' }: Headers, baseUrl: string) =>
  parseCookie(cookie)[ownerCookieName(baseUrl)]
