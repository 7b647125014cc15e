/** Notes that a caller carries from one request to the next: anybody can read one, nobody can alter or make one. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Tickets = {
  seal(note: object): string
  /** What was sealed; undefined for a ticket that was altered or that another board made. */
  open(ticket: string): object | undefined
}

export function ticketsSealedWith(key: Buffer): Tickets {
  // Over the text and not what it decodes to: several texts decode to the same bytes, and only one of them is the ticket.
  const sealOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    seal(note) {
      const text = Buffer.from(JSON.stringify(note)).toString('base64url')
      return `${text}.${sealOf(text)}`
    },
    open(ticket) {
      const [text = '', seal = '', ...more] = ticket.split('.')
      if (more.length > 0 || !isSame(seal, sealOf(text))) return undefined
      return JSON.parse(Buffer.from(text, 'base64url').toString())
    },
  }
}

/** Takes as long for a seal that is nearly right as for one that is all wrong. */
function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
