import { latestEnd } from '../kernel/clock.ts'
import { contentHash } from '../kernel/fields.ts'
import { fixed } from '../settings/limits.ts'

/** A caller must send this text to publish, so that following a link never publishes. */
export const CONFIRMATION = 'publish-publicly'

/** The content of a ticket: everything that will be published, and until when. */
export type TicketNote = { body: string; reply_to: string | null; request_key: string; expires_at: number }

/** Request ids are scoped to the network: other networks can neither take one nor find out whether it is taken. */
export const requestKey = (network: string, requestId: string) => contentHash('/b', [network, requestId])

/** Binds a request to one exact message. */
export const messageHash = ({ body, reply_to }: TicketNote) => contentHash('POST /b/publish', [reply_to, body])

export const isExpired = ({ expires_at }: TicketNote, now: number) =>
  now >= expires_at || expires_at > latestEnd(now, fixed.ticketMaxSeconds)
