import { browserOf, csrfOf, type LinkForm } from '../link-forms/rules.ts'
import { deny, isSameAddress } from '../rules.ts'

const FORBIDDEN = 403

/** A form can be used only in the browser that opened it. */
export function checkBrowser({ browser }: LinkForm, cookie: string | undefined): string {
  if (cookie && browserOf(cookie) === browser) return cookie
  const description =
    'This form was opened in another browser, or its cookie is gone. Go back to the program and connect again.'
  return deny('invalid_request', description, FORBIDDEN)
}

export type Sender = { cookie: string | undefined; origin: string | undefined; csrf: string | undefined }

/** Another site can make the browser send this form, but cannot set our `Origin` and does not know the CSRF token. */
export function checkSender(form: LinkForm, { cookie, origin, csrf }: Sender, baseUrl: string): string {
  const ownCookie = checkBrowser(form, cookie)
  if (isSameAddress(origin ?? '', baseUrl) && csrf === csrfOf(form, ownCookie)) return ownCookie
  return deny('invalid_request', 'This was not sent from the form on this board, so nothing was done.', FORBIDDEN)
}
