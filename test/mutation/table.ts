/** The rows of docs/reliability.md. */
import type { Mutant } from './mutants.ts'

export type Result = Omit<Mutant, 'id'> & {
  engine: string
  outcome: 'found' | 'survived' | 'unreached'
  tried: number
  by?: string
  why?: string
}

/** Does not name the line, so that an outcome is still known after lines have moved. */
export const outcomeKey = ({ file, kind, was, becomes, nth }: Omit<Mutant, 'id' | 'line'>) =>
  [file, kind, was, becomes, nth].join('\n')

export const groupOf = ({ file, kind }: Pick<Mutant, 'file' | 'kind'>) => {
  if (kind === 'guard') return 'refusals left out'
  if (file.endsWith('/rules.ts')) return 'every `rules.ts`'
  const folder = /^src\/(kernel|storage|http\/admission|connections|articles\/checks)\//.exec(file)?.[1]
  return folder ? `\`${folder}/\`` : 'other modules with a cache'
}

export function table(results: readonly Result[], all: readonly Mutant[]): string {
  const rows = [...new Set(all.map(groupOf))].sort().map((group) => {
    const tried = results.filter((result) => groupOf(result) === group)
    const found = tried.filter(({ outcome }) => outcome === 'found').length
    const possible = all.filter((mutant) => groupOf(mutant) === group).length
    return `| ${group} | ${tried.length} of ${possible} | ${found} | ${tried.length - found} |`
  })
  return ['| Where | Tried | Found | Survived |', '|---|---|---|---|', ...rows].join('\n')
}
