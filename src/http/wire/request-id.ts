/** No dot, colon or underscore: neither an address nor an API key can come into the log as an id. */
const accepted = /^[A-Za-z0-9-]{8,64}$/

/** The id that a proxy or the caller gave the request, so that it has one name in every log; a new one for all others. */
export const requestIds = (newId: () => string) => (sent: string | string[] | undefined) =>
  typeof sent === 'string' && accepted.test(sent) ? sent : newId()
