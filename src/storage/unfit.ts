/** This database cannot be used by this program; the message is one line that tells the operator why. */
export class UnfitDatabase extends Error {}
