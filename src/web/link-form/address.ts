/** Shows a program's address to a person: all of it, with the part emphasised that decides who gets the answer. */
import { isPrivateUse } from '../../connections/clients/rules.ts'
import { isLoopback } from '../../connections/rules.ts'
import { loadPackage } from '../../program/late-packages.ts'
import { type Html, html } from '../template.ts'

/**
 * The list of public suffixes is loaded with the first form, because it takes memory that most processes never need.
 */
function registrableDomain(host: string): string | null {
  const { getDomain } = loadPackage('tldts')
  return getDomain(host, { allowPrivateDomains: true }) // everybody can have a subdomain of github.io
}

/**
 * Finds the beginning and end of the deciding part: the registrable domain, the whole host, or the scheme of a program.
 */
function decidingPart(uri: string): [start: number, end: number] {
  const { hostname, protocol } = new URL(uri)
  if (isPrivateUse(uri)) return [0, protocol.length]
  const end = uri.indexOf('//') + 2 + hostname.length
  return [end - (registrableDomain(hostname) ?? hostname).length, end]
}

/** Names the recipient of the answer: `example.com`, `localhost:8080 on this computer` or `cursor://`. */
export function destinationName(uri: string): string {
  const url = new URL(uri)
  if (isPrivateUse(uri)) return `${url.protocol}//`
  if (isLoopback(url)) return `${url.host} on this computer`
  return uri.slice(...decidingPart(uri)).toLowerCase()
}

/** The whole address, with the deciding part emphasised, so that no other part can be mistaken for it. */
export function wholeAddress(uri: string): Html {
  const [start, end] = decidingPart(uri)
  return html`<span class="address">${uri.slice(0, start)}<strong>${uri.slice(start, end)}</strong>${uri.slice(end)}</span>`
}
