/** The routes of website guests. They take JSON from scripts and forms from pages without script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { commentAsGuest } from '../../articles/guests/comment-as-guest.ts'
import { removeGuestComment } from '../../articles/guests/remove-guest-comment.ts'
import { saveSession } from '../../articles/guests/save-session.ts'
import { findSentComment } from '../../articles/guests/steps.ts'
import { isUuid, keyPattern } from '../../kernel/fields.ts'
import { parseObject } from '../../kernel/json.ts'
import type { AnyOperation, Guest } from '../../kernel/operation.ts'
import { perform, type Services } from '../../kernel/perform.ts'
import { fixed } from '../../settings/limits.ts'
import { type RefusedForm, refusedFormPage } from '../../web/articles/refused-form.ts'
import { headersOf, toFailure } from '../answers/failures.ts'
import { sendJson, statusOf } from '../answers/json.ts'
import { sendPage } from '../answers/pages.ts'
import { bodyTypeOf, readBytes, requireBodyType } from '../body/body.ts'
import { parseForm } from '../body/form.ts'
import { fromBody, fromPath, fromQuery, type Places, placesOf } from '../body/input.ts'
import { queryOf, routerPath } from '../ladder/paths.ts'
import type { Rates } from '../ladder/rate-windows.ts'
import { contextOf, type Guests } from './session.ts'

export type GuestParts = {
  operations: readonly AnyOperation[]
  services: Services
  rates: Rates
  guests: Guests
  requestMaxMs: number
  log: Logger
}

export function addGuests(server: FastifyInstance, parts: GuestParts) {
  for (const op of parts.operations.filter(({ access }) => access === 'guest')) {
    const places = placesOf(op)
    const handle = (request: FastifyRequest, reply: FastifyReply) => answer(op, places, parts, request, reply)
    const config = { operation: op.name }
    server.route({ method: op.http.method, url: routerPath(op.http.path), config, handler: handle })
    // A form can only POST.
    if (op.name === removeGuestComment.name) server.post(`${routerPath(op.http.path)}/remove`, { config }, handle)
  }
}

/** What was sent, as far as it has been read: a refused form is shown again with it. */
type Sent = { fields: Record<string, unknown>; token: unknown; typed?: Record<string, string> }

async function answer(
  op: AnyOperation,
  places: Places,
  parts: GuestParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { services, guests } = parts
  const guest = guests.identify(request)
  const isForm = isWrite(op) && bodyTypeOf(request.headers['content-type']) === 'form'
  const typed: Record<string, string>[] = []
  try {
    await guest.noteUse()
    const sent = await readSent(op, places, parts, request, guest, (fields) => typed.push(fields))
    const answered = (await perform(op, services, guest, sent.fields)) as Record<string, unknown>
    const session = sessionAfter(op, guest, sent.fields)
    if (session) reply.header('set-cookie', guests.cookieFor(session))
    if (isForm) return reply.code(303).header('location', destinationOf(op, answered)).send()
    const isRenamed = op.name === saveSession.name && guest.session !== null
    return sendJson(reply, isRenamed ? 200 : statusOf(op, answered), answered)
  } catch (error) {
    if (!isForm) throw error
    const failure = toFailure(error, request, parts.log)
    const { id, post_id } = request.params as { id?: string; post_id?: string }
    const isComment = op.name === commentAsGuest.name
    const again =
      failure.code === 'CSRF' && isComment && (await findSentAgain(services, guest, { post_id, ...typed[0] }))
    if (again) return reply.code(303).header('location', receiptOf(again)).send()
    const form = { kind: kindOf(op), typed: typed[0], id: shownId(post_id ?? id) }
    const { draw, headers } = refusedFormPage(failure, form, contextOf(request, guest, {}, services))
    const page = { draw, headers: { ...headers, 'cache-control': 'private, no-store' } }
    return sendPage(reply.headers(headersOf(failure)), failure.status, page)
  }
}

/**
 * A second click may come after the first answer has set the cookie, from a page that does not have its token yet. The
 * fields are those of a refused form, so nothing has checked them.
 */
async function findSentAgain({ db }: Services, { session }: Guest, typed: Record<string, string | undefined>) {
  const { post_id, request_id, article_revision_id, parent_comment_id, text } = typed
  if (!session || !post_id || !request_id || !article_revision_id || !text) return undefined
  if (!keyPattern.test(request_id)) return undefined
  const sent = { post_id, article_revision_id, parent_comment_id: parent_comment_id || undefined, text }
  return findSentComment(db, session, { ...sent, request_id })
}

const isWrite = ({ http }: AnyOperation) => http.method !== 'GET'
const kindOf = ({ name }: AnyOperation): RefusedForm['kind'] =>
  name === commentAsGuest.name ? 'comment' : name === saveSession.name ? 'session' : 'removal'
const shownId = (id: string | undefined) => (isUuid(id) ? id : undefined)

/** Reads and checks the request in the order of rule 19.8: Origin, token, then the operation looks at the fields. */
async function readSent(
  op: AnyOperation,
  places: Places,
  { guests, rates, requestMaxMs }: GuestParts,
  request: FastifyRequest,
  guest: Guest,
  keepTyped: (fields: Record<string, string>) => void,
): Promise<Sent> {
  const { incoming } = request
  // The operation counts comments against their own rates.
  if (isWrite(op) && op.name !== commentAsGuest.name)
    rates.count(incoming.rateStatuses, 'public-reads', incoming.caller.network)
  if (!isWrite(op)) return readFields(request, op, places, requestMaxMs)
  guests.requireOrigin(request)
  const sent = await readFields(request, op, places, requestMaxMs)
  if (sent.typed) keepTyped(sent.typed)
  guests.requireToken(guest, sent.token)
  return sent
}

/** The body, and the token from its header or from the form's field. */
async function readFields(request: FastifyRequest, op: AnyOperation, places: Places, maxMs: number): Promise<Sent> {
  const path = fromPath(request, places)
  const query = fromQuery(queryOf(request.originalUrl), op, places)
  const header = request.headers['x-csrf-token']
  const isRemovalForm = op.http.method === 'DELETE' && request.method === 'POST'
  if (!places.body && !isRemovalForm) return { fields: { ...query, ...path }, token: header }

  const type = requireBodyType(request.headers['content-type'], { form: true })
  const bytes = await readBytes(request, op.http.maxBodyBytes ?? fixed.jsonRequestMaxBytes, maxMs)
  if (type === 'json') {
    const { csrf_token, ...body } = parseObject(bytes)
    return { fields: places.body ? { ...fromBody(body, places), ...path } : path, token: header ?? csrf_token }
  }
  const { csrf_token, ...typed } = parseForm(bytes)
  // An empty field of a form was not filled in.
  const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  return { fields: places.body ? { ...fromBody(filled, places), ...path } : path, token: header ?? csrf_token, typed }
}

/** The session for the cookie: a comment under a nickname begins one, or changes its nickname. */
function sessionAfter({ name }: AnyOperation, { session, newSession }: Guest, { nickname }: Record<string, unknown>) {
  const isNamed = nickname !== undefined && (name === saveSession.name || name === commentAsGuest.name)
  return isNamed ? { id: (session ?? newSession).id, nickname: String(nickname) } : undefined
}

const destinationOf = ({ name }: AnyOperation, { id }: Record<string, unknown>) =>
  name === saveSession.name ? '/humanfeed/' : receiptOf(String(id))
const receiptOf = (id: string) => `/humanfeed/receipts/${id}`
