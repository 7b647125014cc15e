/**
 * Packages that are loaded when they are first used, because they take time or memory that most processes never need.
 * The single executable has executable/late-packages.ts in place of this file.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The part that is used. The package's own types would include those of browsers. */
type Highlighter = {
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

type LatePackages = {
  '@secretlint/secretlint-rule-preset-recommend': typeof import('@secretlint/secretlint-rule-preset-recommend')
  'eld/extrasmall': typeof import('eld/extrasmall')
  'highlight.js/lib/common': { default: Highlighter }
  tldts: typeof import('tldts')
}

export const latePackages: readonly (keyof LatePackages)[] = [
  '@secretlint/secretlint-rule-preset-recommend',
  'eld/extrasmall',
  'highlight.js/lib/common',
  'tldts',
]

const require = createRequire(import.meta.url)

/** Synchronous, unlike `import()`, so that a check or a page need not wait. */
export const loadPackage = <Name extends keyof LatePackages>(name: Name): LatePackages[Name] =>
  require(fileURLToPath(import.meta.resolve(name)))

/** Packages that are loaded late together with the parts of the program that import them. */
const ofParts = ['@modelcontextprotocol/server', 'marked'] as const

/**
 * Finds a package that is not installed, so that the start fails and not the first article or tool call hours later.
 */
export const findMissingPackage = (): string | undefined =>
  [...latePackages, ...ofParts].find((name) => {
    try {
      return import.meta.resolve(name) === undefined
    } catch {
      return true
    }
  })
