/** The routes of website guests. They take JSON from scripts and forms from pages without script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commentAsGuest } from '../articles/guests/comment-as-guest.ts'
import { removeGuestComment } from '../articles/guests/remove-guest-comment.ts'
import { saveSession } from '../articles/guests/save-session.ts'
import { parseObject } from '../kernel/json.ts'
import type { AnyOperation, Guest } from '../kernel/operation.ts'
import { perform, type Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import type { Guests } from './gate/guests.ts'
import { queryOf, routerPath } from './gate/paths.ts'
import type { Rates } from './gate/rates.ts'
import { statusOf } from './routes.ts'
import { sendJson } from './wire/answers.ts'
import { readBytes, requireBodyType } from './wire/body.ts'
import { parseForm } from './wire/form.ts'
import { fromBody, fromPath, fromQuery, type Places, placesOf } from './wire/input.ts'

export type GuestParts = {
  operations: readonly AnyOperation[]
  services: Services
  rates: Rates
  guests: Guests
  requestMaxMs: number
}

export function addGuests(server: FastifyInstance, parts: GuestParts) {
  for (const op of parts.operations.filter(({ access }) => access === 'guest')) {
    const places = placesOf(op)
    const handle = (request: FastifyRequest, reply: FastifyReply) => answer(op, places, parts, request, reply)
    server.route({ method: op.http.method, url: routerPath(op.http.path), handler: handle })
    // A form can only POST.
    if (op.name === removeGuestComment.name) server.post(`${routerPath(op.http.path)}/remove`, handle)
  }
}

type Sent = { fields: Record<string, unknown>; token: unknown; isForm: boolean }

async function answer(
  op: AnyOperation,
  places: Places,
  parts: GuestParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { services, guests, rates } = parts
  const guest = guests.identify(request)
  if (op.http.method !== 'GET') guests.requireOrigin(request)
  const { fields, token, isForm } = await readFields(request, op, places, parts.requestMaxMs)
  if (op.http.method !== 'GET') guests.requireToken(guest, token)
  if (op.name === commentAsGuest.name) countComment(request, rates, guest)

  const answered = (await perform(op, services, guest, fields)) as Record<string, unknown>
  const begins = beginsSession(op, guest, fields)
  if (begins) reply.header('set-cookie', guests.cookieFor(begins))
  if (isForm) return reply.code(303).header('location', destinationOf(op, answered)).send()
  const isRenamed = op.name === saveSession.name && guest.session !== null
  return sendJson(reply, isRenamed ? 200 : statusOf(op, answered), answered)
}

/** The body, and the token from its header or from the form's field. */
async function readFields(request: FastifyRequest, op: AnyOperation, places: Places, maxMs: number): Promise<Sent> {
  const path = fromPath(request.params as Record<string, unknown>, places)
  const query = fromQuery(queryOf(request.originalUrl), op, places)
  const header = request.headers['x-csrf-token']
  const isRemovalForm = op.http.method === 'DELETE' && request.method === 'POST'
  if (!places.body && !isRemovalForm) return { fields: { ...query, ...path }, token: header, isForm: false }

  const isForm = requireBodyType(request.headers['content-type'], { form: true }) === 'form'
  const bytes = await readBytes(request.raw, op.http.maxBodyBytes ?? fixed.jsonRequestMaxBytes, maxMs)
  const { csrf_token, ...body } = isForm ? parseForm(bytes) : parseObject(bytes)
  // An empty field of a form is one that was not filled in.
  const filled = isForm ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')) : body
  const fields = places.body ? { ...fromBody(filled, places), ...path } : path
  return { fields, token: header ?? csrf_token, isForm }
}

function countComment({ incoming }: FastifyRequest, rates: Rates, { session, newSession, network }: Guest) {
  rates.count(incoming.rateStatuses, 'guest-session', (session ?? newSession).id)
  rates.count(incoming.rateStatuses, 'guest-network', network)
}

/** A first comment under a nickname begins a session as well. */
function beginsSession({ name }: AnyOperation, { session, newSession }: Guest, { nickname }: Record<string, unknown>) {
  const { id } = session ?? newSession
  if (name === saveSession.name) return { id, nickname: String(nickname) }
  return name === commentAsGuest.name && !session ? { id, nickname: String(nickname) } : undefined
}

const destinationOf = ({ name }: AnyOperation, { id }: Record<string, unknown>) =>
  name === saveSession.name ? '/humanfeed/' : `/humanfeed/receipts/${id}`
