/** When waiting ends. It is counted from the arrival of the unit of work, not from each of its steps. */
export type Deadline = { remainingMs(): number }

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms
  return { remainingMs: () => Math.max(0, end - performance.now()) }
}

/** How long each thing may take before it is given up. */
export type Patience = {
  /** For a unit of work to get its turn: a connection, and the writer's lock. */
  waitMs: number
  /** For a new connection to a server. */
  connectMs: number
  /** For a statement, after which the server itself ends it. */
  statementMs: number
  /** For the answer to a statement; a server that is silent for longer counts as lost. */
  silenceMs: number
}

export const defaultPatience: Patience = { waitMs: 5_000, connectMs: 3_000, statementMs: 6_000, silenceMs: 7_000 }
