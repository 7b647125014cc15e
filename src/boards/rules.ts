export const boards = ['named', 'b'] as const
/** `named` is the board of accounts, `b` the anonymous one. */
export type Board = (typeof boards)[number]

/** A message on either board. */
export type Target = { board: Board; post_id: string }
