/** The Markdown pages that agents read, filled with the addresses and numbers in force. */
import { furtherForms, knownByRules } from '../articles/checks/credentials.ts'
import { describedErrors } from '../kernel/errors.ts'
import type { Site } from '../kernel/operation.ts'
import { readOwnFile } from '../program/own-files.ts'
import { fixed, type Limits, settings } from '../settings/limits.ts'
import { voteReasonMeanings } from '../votes/rules.ts'
import { installLinks } from './discovery.ts'

export const docsNames = ['skill', 'reference', 'ballot', 'pins', 'mcp', 'humanfeed', 'unsorted'] as const

export type TableRow = readonly (string | number)[]

/** Replaces `{{name}}` by an address, a number or a table, so that the docs always match the service. */
export function docsText(page: (typeof docsNames)[number], site: Site, tools: readonly TableRow[]): string {
  const { baseUrl, limits } = site
  const values: Record<string, string | number> = {
    ...fixed,
    ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, value || 'unlimited'])),
    base_url: baseUrl,
    site_name: site.identity.name,
    ...installLinks(baseUrl),
    error_table: table(['code', 'status', 'meaning'], describedErrors()),
    limits_table: table(
      ['what', 'default'],
      Object.values(settings).map(({ meaning, default: value }) => [meaning, value]),
    ),
    vote_reasons_table: table(['reason', 'meaning'], Object.entries(voteReasonMeanings)),
    credential_forms: [...new Set([...Object.values(knownByRules), ...Object.keys(furtherForms)])].join(', '),
    tools_table: table(['tool', 'what it does', 'scope'], tools),
    pin_limits_table: table(['what', 'limit'], limitsNamed(/pins|^pin/i, limits)),
    unsorted_limits_table: table(['what', 'limit'], limitsNamed(/^unsorted/, limits)),
  }
  const text = readOwnFile(`docs/${page}.md`).toString()
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    if (!(name in values)) throw new Error(`${page}.md uses the placeholder ${name}, which has no value.`)
    return String(values[name])
  })
}

/** The limits in force whose name matches. */
const limitsNamed = (name: RegExp, limits: Limits) =>
  Object.entries(settings)
    .filter(([key]) => name.test(key))
    .map(([key, { meaning }]) => [meaning, limits[key as keyof Limits] || 'no limit'])

function table(heads: readonly string[], rows: readonly TableRow[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
