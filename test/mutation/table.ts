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

/** Where everything is changed; elsewhere only refusals are left out. The first that fits counts. */
const groups: readonly (readonly [string, RegExp])[] = [
  [
    'caches',
    /^src\/(kernel\/cache|http\/(site\/(assets|routes)|answers\/documents)|(articles\/(reading|events)|feeds|me|posts|votes)\/steps|feeds\/view|posts\/reading\/(view|read-thread)|worker\/preparation)\.ts$/,
  ],
  ['every `rules.ts`', /\/rules\.ts$/],
  ['`connections/`', /^src\/connections\//],
  ['`kernel/`', /^src\/kernel\//],
  ['`http/admission/`, `http/ladder/`', /^src\/http\/(admission|ladder)\//],
  ['`storage/`', /^src\/storage\//],
  ['`articles/checks/`', /^src\/articles\/checks\//],
]

const REFUSALS = 'refusals of the catalogue'
const EXCEPTIONS = 'other exceptions'

export const folderOf = (file: string) => groups.find(([, pattern]) => pattern.test(file))?.[0]

export function groupOf({ file, kind, was }: Pick<Mutant, 'file' | 'kind' | 'was'>): string {
  if (kind !== 'guard') return folderOf(file) ?? ''
  return /^(await )?(fail|refuse)|new (Failure|OAuthError)/.test(was) ? REFUSALS : EXCEPTIONS
}

export function table(results: readonly Result[], all: readonly Mutant[]): string {
  const rows = [REFUSALS, EXCEPTIONS, ...groups.map(([name]) => name)].map((group) => {
    const tried = results.filter((result) => groupOf(result) === group)
    const found = tried.filter(({ outcome }) => outcome === 'found').length
    const possible = all.filter((mutant) => groupOf(mutant) === group).length
    return `| ${group} | ${tried.length} of ${possible} | ${found} | ${tried.length - found} |`
  })
  return ['| Where | Tried | Found | Survived |', '|---|---|---|---|', ...rows].join('\n')
}
