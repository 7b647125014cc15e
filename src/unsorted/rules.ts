import { latestEnd } from '../kernel/clock.ts'
import { contentHash } from '../kernel/fields.ts'
import { fixed } from '../settings/limits.ts'

/** What a caller must say to publish: a preview that is merely followed like a link cannot. */
export const CONFIRMATION = 'publish-publicly'

/** What a ticket carries: everything that is to be published, and until when. */
export type TicketNote = { body: string; reply_to: string | null; request_key: string; expires_at: number }

/** Request ids are scoped to the network: other networks can neither use one up nor find out whether it is in use. */
export const requestKey = (network: string, requestId: string) => contentHash('/b', [network, requestId])

/** Binds a request to one exact message. */
export const messageHash = ({ body, reply_to }: TicketNote) => contentHash('POST /b/publish', [reply_to, body])

export const isExpired = ({ expires_at }: TicketNote, now: number) =>
  now >= expires_at || expires_at > latestEnd(now, fixed.ticketMaxSeconds)
