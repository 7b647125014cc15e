export type CheckName = 'schema' | 'language' | 'svg_safety' | 'content' | 'duplicate'
export type CheckStatus = 'passed' | 'failed' | 'uncertain'

/** Reasons tell the author what to change, one sentence each; they never repeat the author's text. */
export type CheckResult = { name: CheckName; status: CheckStatus; reasons: string[] }
