/** This program cannot use the database; the message says why, in one line for the operator. */
export class UnusableDatabase extends Error {}
