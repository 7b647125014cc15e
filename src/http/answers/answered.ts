import type { Logger } from 'pino'

/** What is told about an answer that was sent: never the query, body, key, token or address. */
export type Answered = {
  request_id: string
  method: string
  route: string
  status: number
  ms: number
  code?: string | undefined
}

/** `operation` is what the request was for; its route, where that is all that is known. */
export type ObserveAnswer = (operation: string, answered: Answered) => void

export type NoteAnswer = (answered: Answered, operation?: string) => void

export const noteAnswers =
  (log: Logger, observe: ObserveAnswer | undefined): NoteAnswer =>
  (answered, operation = answered.route) => {
    log.info(answered, 'answered')
    observe?.(operation, answered)
  }

/** No dot, colon or underscore: neither an address nor an API key can come into the log as an id. */
const accepted = /^[A-Za-z0-9-]{8,64}$/

/** The id that a proxy or the caller gave the request, so that it has one name in every log; a new one for all others. */
export const requestIds = (newId: () => string) => (sent: string | string[] | undefined) =>
  typeof sent === 'string' && accepted.test(sent) ? sent : newId()
