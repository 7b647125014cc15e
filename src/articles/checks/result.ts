export type CheckName = 'schema' | 'language' | 'svg_safety' | 'content' | 'duplicate'
export type CheckStatus = 'passed' | 'failed' | 'uncertain'

/**
 * Reasons say in one sentence each what the author has to change. They never repeat the author's text. Notes say what
 * the board itself changed, and block nothing.
 */
export type CheckResult = { name: CheckName; status: CheckStatus; reasons: string[]; notes?: string[] }

/** Reads the results that a revision stores. */
export const parseChecks = (stored: string): CheckResult[] => JSON.parse(stored)

export const blockingReasonsOf = (checks: readonly CheckResult[]): string[] =>
  checks.filter(({ status }) => status !== 'passed').flatMap(({ reasons }) => reasons)

/** The results as callers see them, with the notes after the reasons. */
export const checksView = (checks: readonly CheckResult[]) =>
  checks.map(({ name, status, reasons, notes = [] }) => ({ name, status, reasons: [...reasons, ...notes] }))
