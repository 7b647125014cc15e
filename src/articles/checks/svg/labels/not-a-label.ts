/** HTML that is more than a short text, or costs too much to read; it is forbidden. */
export class NotALabel extends Error {}
