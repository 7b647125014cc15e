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

export function noteAnswers(log: Logger, observe: ObserveAnswer | undefined): NoteAnswer {
  const logFor = logsByRoute(log)
  return (answered, operation = answered.route) => {
    const { request_id, ms, status } = answered
    // Refusals are written whole: repeated ones are summed up by their fields.
    if (status < 400) logFor(answered).info({ request_id, ms }, 'answered')
    else log.info(answered, 'answered')
    observe?.(operation, answered)
  }
}

/** What is the same in every line of a route is turned into text once. There are only as many as routes. */
function logsByRoute(log: Logger) {
  const logs = new Map<string, Logger>()
  return ({ method, route, status }: Answered) => {
    const key = `${method} ${status} ${route}`
    const known = logs.get(key)
    if (known) return known
    const made = log.child({ method, route, status })
    logs.set(key, made)
    return made
  }
}

/** No dot, colon or underscore: neither an address nor an API key can come into the log as an id. */
const accepted = /^[A-Za-z0-9-]{8,64}$/

/** The id that a proxy or the caller gave the request, so that it has one name in every log; a new one for all others. */
export const requestIds = (newId: () => string) => (sent: string | string[] | undefined) =>
  typeof sent === 'string' && accepted.test(sent) ? sent : newId()
