/** Reads the rules of a drawing's style sheets as they are written. A nested rule has only its own selectors. */
import type { CleanElement } from './serialize.ts'

/**
 * A rule is the text between braces, without nested rules. `keyframes` is the name of the animation to which it
 * belongs.
 */
export type Rule = { selectors: string; text: string; keyframes: string | undefined; isNested: boolean }

const strings = /'(?:[^'\\]|\\.)*'/g
const textsAndBraces = /[^{}]+|[{}]/g

export function readRules(root: CleanElement): Rule[] {
  const rules: Rule[] = []
  collect(root, rules)
  return rules
}

function collect({ name, children }: CleanElement, rules: Rule[]) {
  for (const child of children) {
    if (typeof child !== 'string') collect(child, rules)
    else if (name === 'style') readSheet(child, rules)
  }
}

function readSheet(sheet: string, rules: Rule[]) {
  const withoutBracesInStrings = sheet.replace(strings, (text) => text.replace(/[{};]/g, ''))
  const open: string[] = []
  let before = ''
  for (const [part] of withoutBracesInStrings.matchAll(textsAndBraces)) {
    if (part === '{') open.push(before.slice(before.lastIndexOf(';') + 1))
    else if (part === '}') open.pop()
    else {
      const selectors = open.at(-1)
      // Text outside of braces is the selector of the next rule.
      if (selectors !== undefined)
        rules.push({ selectors, text: part, keyframes: keyframesName(open), isNested: open.length > 1 })
    }
    before = part
  }
}

const declarations = /([\w-]+):((?:'(?:[^'\\]|\\.)*'|[^;'])*)/g

/** The properties and values of a rule or of a `style` attribute. */
export function* declarationsIn(text: string): Generator<[property: string, value: string]> {
  if (!text.includes(':')) return
  for (const [, property = '', value = ''] of text.matchAll(declarations)) yield [property, value]
}

const keyframesName = (open: string[]): string | undefined =>
  open
    .map((prelude) => /^\s*@(?:-webkit-)?keyframes\s+['"]?([^\s'"]*)/i.exec(prelude)?.[1])
    .find((name) => name !== undefined)

/** Matches the commas between selectors. */
export const topLevelCommas = /,(?![^(]*\))/

const attributeTests = /\[[^\]]*\]/g
const innermostCalls = /:[\w-]+\([^()]*\)/g
const pseudoClasses = /:{1,2}[\w-]+/g

/** The names by which selectors find elements: the last class, id or type of each, or `*` if it is hard to judge. */
export function keysOf(selectors: string): string[] {
  const plain = withoutCalls(selectors.replace(strings, '').replace(attributeTests, '')).replace(pseudoClasses, '')
  if (/[^\w\s.#,>+~*-]/.test(plain)) return ['*']
  return plain.split(',').map((selector) => {
    const [compound = ''] = selector
      .trim()
      .split(/[\s>+~]/)
      .slice(-1)
    return compound.slice(Math.max(0, compound.lastIndexOf('.'), compound.lastIndexOf('#'))) || '*'
  })
}

/** Tests such as `:not(…)` only narrow a selector, so the name before them is enough. */
function withoutCalls(selectors: string): string {
  let [before, after] = ['', selectors]
  while (before !== after) [before, after] = [after, after.replace(innermostCalls, '')]
  return after
}
