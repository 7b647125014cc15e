/** Thrown where HTML is more than a short text, or costs too much to read. Such HTML is forbidden. */
export class NotALabel extends Error {}
