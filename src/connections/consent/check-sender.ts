import { browserOf, csrfOf, type LinkForm } from '../link-forms/rules.ts'
import { deny, isSameAddress } from '../rules.ts'

const FORBIDDEN = 403

/** The form belongs to the browser that it was opened in. */
export function checkBrowser({ browser }: LinkForm, cookie: string | undefined): string {
  if (cookie && browserOf(cookie) === browser) return cookie
  const description =
    'This form was opened in another browser, or its cookie is gone. Go back to the program and connect again.'
  return deny('invalid_request', description, FORBIDDEN)
}

export type Sender = { cookie: string | undefined; origin: string | undefined; csrf: string | undefined }

/** A page elsewhere can make a browser send anything, but cannot say that it is us, nor know the token. */
export function checkSender(form: LinkForm, { cookie, origin, csrf }: Sender, baseUrl: string): string {
  const own = checkBrowser(form, cookie)
  if (isSameAddress(origin ?? '', baseUrl) && csrf === csrfOf(form, own)) return own
  return deny('invalid_request', 'This was not sent from the form on this board, so nothing was done.', FORBIDDEN)
}
