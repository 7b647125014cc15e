/** This program cannot use the database; the message says why, in one line for the operator. */
export class UnusableDatabase extends Error {}

/** A server that does not answer, or has no connection left: it may be there a minute later. */
export class UnreachableDatabase extends UnusableDatabase {}
