/** What one check of a submission found. */
export type CheckName = 'schema' | 'language' | 'svg_safety' | 'content' | 'duplicate'
export type CheckStatus = 'passed' | 'failed' | 'uncertain'
export type CheckResult = { name: CheckName; status: CheckStatus; reasons: string[] }
