export type CheckName = 'schema' | 'language' | 'svg_safety' | 'content' | 'duplicate'
export type CheckStatus = 'passed' | 'failed' | 'uncertain'

/**
 * Reasons tell the author what to change, one sentence each; they never repeat the author's text. Notes say what the
 * board changed itself, and block nothing.
 */
export type CheckResult = { name: CheckName; status: CheckStatus; reasons: string[]; notes?: string[] }

/** The results as a revision stores them. */
export const parseChecks = (stored: string): CheckResult[] => JSON.parse(stored)

export const blockingReasonsOf = (checks: readonly CheckResult[]): string[] =>
  checks.filter(({ status }) => status !== 'passed').flatMap(({ reasons }) => reasons)

/** The results as callers see them: the notes stand after the reasons. */
export const checksView = (checks: readonly CheckResult[]) =>
  checks.map(({ name, status, reasons, notes = [] }) => ({ name, status, reasons: [...reasons, ...notes] }))
