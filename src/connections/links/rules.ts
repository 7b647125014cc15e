/** The form that a person fills in. Until it is sent nothing is stored: all that it needs to remember is sealed into its address. */
import { createHash } from 'node:crypto'
import type { Scope } from '../../kernel/operation.ts'
import type { Seal } from '../../kernel/seal.ts'
import { fixed } from '../../limits.ts'

/** A valid authorization request, waiting for somebody's consent. */
export type Wish = {
  client_id: string
  redirect_uri: string
  state?: string
  code_challenge: string
  scopes: Scope[]
  resource: string
}

export type Link = Wish & {
  form_id: string
  /** Hash of the cookie of the browser that the form was opened in. */
  browser: string
  expires_at: number
}

/** A form of its own for this wish, in the browser that has this cookie. */
export const linkFor = (wish: Wish, opened: { form_id: string; cookie: string; now: number }): Link => ({
  ...wish,
  form_id: opened.form_id,
  browser: browserOf(opened.cookie),
  expires_at: opened.now + fixed.linkFormMaxSeconds,
})

export const sealLink = (tickets: Seal, link: Link) => tickets.seal(link)
export const openLink = (tickets: Seal, ticket: string) => tickets.open(ticket) as Link | undefined

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

export const browserOf = (cookie: string) => hash(cookie)
/** Only a page that was served together with the cookie can know this. */
export const csrfOf = ({ form_id }: Link, cookie: string) => hash(`csrf ${form_id} ${cookie}`)

const adjectives =
  'amber brisk calm clear deft eager fair gentle keen lively mellow nimble patient quiet steady warm'.split(' ')
const nouns =
  'badger birch comet dune ember falcon fern harbor heron lark maple otter pebble river sparrow willow'.split(' ')
const NUMBERS = 9_000

/** The n-th name that a form suggests: the same ones whenever it is opened again. */
export function suggestedName({ form_id }: Pick<Link, 'form_id'>, n: number): string {
  const bytes = createHash('sha256').update(`${form_id} ${n}`).digest()
  const word = (words: readonly string[], at: number) => words[bytes.readUInt8(at) % words.length]
  return `${word(adjectives, 0)}-${word(nouns, 1)}-${1_000 + (bytes.readUInt32BE(2) % NUMBERS)}`
}
