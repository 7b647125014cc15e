/** The rows of docs/reliability.md, and the changes that are explained. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** These are measured: a change of one is a change of what passes, but none is the only right one. */
const WEIGHTS = 'src/articles/checks/svg/work/costs.ts'
/** `at` is the line of one of several equal changes of a file: their numbers move when the file is edited. */
type OfOne = Omit<Mutant, 'id' | 'line'> & { at?: string }
type Explanation = (OfOne | { file: typeof WEIGHTS; kind: 'number' }) & { why: string }

/**
 * The keys of changes that no test of behaviour can tell from the program, or that only tests find that are left out.
 * One explanation stands for all measured numbers. Says which explanations hold for nothing any more.
 */
export function readExplained(all: readonly Mutant[]): ReadonlySet<string> {
  const folder = join(import.meta.dirname, 'explained')
  const explanations: Explanation[] = globSync('*.json', { cwd: folder }).flatMap((file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  )
  const weights = all.filter(({ file, kind }) => file === WEIGHTS && kind === 'number')
  const existing = new Map(all.map((mutant) => [outcomeKey(mutant), mutant]))
  const isThere = (one: OfOne) => {
    const mutant = existing.get(outcomeKey(one))
    return mutant !== undefined && (one.at === undefined || one.at === textOf(mutant))
  }
  const keys = explanations.flatMap((one) => {
    if (!('was' in one)) return weights.map(outcomeKey)
    if (isThere(one)) return outcomeKey(one)
    console.log(`explained, but there is no such change: ${outcomeKey(one).replaceAll('\n', ' ')} ${one.at ?? ''}`)
    return []
  })
  return new Set(keys)
}

const textOf = ({ file, line }: Mutant) =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    .split('\n')
    [line - 1]?.trim()

export function table(results: readonly Result[], all: readonly Mutant[], explained: ReadonlySet<string>): string {
  const rows = [REFUSALS, EXCEPTIONS, ...groups.map(([name]) => name)].map((group) => {
    const tried = results.filter((result) => groupOf(result) === group)
    const survivors = tried.filter(({ outcome }) => outcome !== 'found')
    const left = survivors.filter((result) => !explained.has(outcomeKey(result))).length
    const possible = all.filter((mutant) => groupOf(mutant) === group).length
    const counts = [tried.length - survivors.length, survivors.length - left, left]
    return `| ${group} | ${tried.length} of ${possible} | ${counts.join(' | ')} |`
  })
  return ['| Where | Tried of all | Found | Explained | Left |', '|---|---|---|---|---|', ...rows].join('\n')
}
