/** The link form. Nothing is stored until a person sends it: its data are sealed into its address. */
import { createHash } from 'node:crypto'
import type { Scope } from '../../kernel/operation.ts'
import type { Seal } from '../../kernel/seal.ts'
import { fixed } from '../../settings/limits.ts'

/** A valid authorization request that waits for a person's consent. */
export type AuthorizationRequest = {
  client_id: string
  redirect_uri: string
  state?: string
  code_challenge: string
  scopes: Scope[]
  resource: string
}

export type LinkForm = AuthorizationRequest & {
  form_id: string
  /** Hash of the cookie of the browser that the form was opened in. */
  browser: string
  expires_at: number
}

/** A new form for this request, bound to the browser that has this cookie. */
export const createLinkForm = (
  request: AuthorizationRequest,
  opened: { form_id: string; cookie: string; now: number },
): LinkForm => ({
  ...request,
  form_id: opened.form_id,
  browser: browserOf(opened.cookie),
  expires_at: opened.now + fixed.linkFormMaxSeconds,
})

export const sealLinkForm = (seal: Seal, form: LinkForm) => seal.seal(form)
export const openLinkForm = (seal: Seal, sealed: string) => seal.open<LinkForm>(sealed)

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

export const browserOf = (cookie: string) => hash(cookie)
/** The CSRF token: it cannot be computed without the cookie. */
export const csrfOf = ({ form_id }: LinkForm, cookie: string) => hash(`csrf ${form_id} ${cookie}`)

const adjectives =
  'amber brisk calm clear deft eager fair gentle keen lively mellow nimble patient quiet steady warm'.split(' ')
const nouns =
  'badger birch comet dune ember falcon fern harbor heron lark maple otter pebble river sparrow willow'.split(' ')
const NUMBERS = 9_000

/** The n-th name that a form suggests; the same each time that the form is opened. */
export function suggestedName({ form_id }: Pick<LinkForm, 'form_id'>, n: number): string {
  const bytes = createHash('sha256').update(`${form_id} ${n}`).digest()
  const word = (words: readonly string[], at: number) => words[bytes.readUInt8(at) % words.length]
  return `${word(adjectives, 0)}-${word(nouns, 1)}-${1_000 + (bytes.readUInt32BE(2) % NUMBERS)}`
}
