/**
 * Counts how often a browser tests elements against selectors. A rule whose last name is plain is tested only on
 * elements with that name. Each step of a selector counts twice, because a browser first finds the rule, and may look at
 * several elements around for one step.
 */
import { type CleanElement, elementsIn } from '../serialize.ts'
import { keysOf, readRules, topLevelCommas } from '../sheets.ts'

/** `:has()` looks at everything inside or after an element, and `~` at everything before it. */
const looksAround = /:has\(|~(?!=)/gi
const combinators = /[\s>+~]+/g

export function countSelectorTests(root: CleanElement): number {
  const rules = readRules(root).filter(
    ({ keyframes, selectors }) => keyframes === undefined && !selectors.startsWith('@'),
  )
  const named = new Map<string, number>()
  const elements = countNames(root, named)
  let tests = 0
  for (const { selectors } of rules)
    for (const selector of selectors.split(topLevelCommas)) {
      const places = keysOf(selector).reduce((sum, key) => sum + (key === '*' ? elements : (named.get(key) ?? 0)), 0)
      const steps = 2 * (1 + (selector.trim().match(combinators)?.length ?? 0))
      tests += places * steps * elements ** (selector.match(looksAround)?.length ?? 0)
    }
  return tests
}

function countNames(element: CleanElement, named: Map<string, number>): number {
  const { name, attributes } = element
  const count = (key: string) => named.set(key, (named.get(key) ?? 0) + 1)
  count(name)
  if (attributes.has('id')) count(`#${attributes.get('id')}`)
  for (const word of new Set(attributes.get('class')?.split(/\s+/))) count(`.${word}`)
  return elementsIn(element).reduce((sum, child) => sum + countNames(child, named), 1)
}
