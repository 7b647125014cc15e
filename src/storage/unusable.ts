/** This program cannot use the database; the message says why, in one line for the operator. */
export class UnusableDatabase extends Error {}

/** A server that does not answer or cannot be used at this moment; it may work a minute later. */
export class UnreachableDatabase extends UnusableDatabase {}

/** The server answers, and probably needs a moment: it is starting, has no connection left, or is a standby. */
export class NotReadyDatabase extends UnreachableDatabase {}

/** A connection that cannot be used any more, or could not be opened; the cause says why. */
export class LostConnection extends Error {
  constructor(cause: unknown) {
    super('The connection to PostgreSQL was lost.', { cause })
  }
}
