/** Allows an animation to change only what the drawing itself may contain. */
import { cleanValue } from './css.ts'
import { plainAttributes, presentationAttributes } from './names.ts'
import type { Report } from './report.ts'

const valueAttributes = ['by', 'from', 'to', 'values']
const withoutTarget = new Set(['animateMotion'])

/** Cleans the values in place. Returns false if the animation must be removed. */
export function keepAnimation(element: string, attributes: Map<string, string>, report: Report): boolean {
  if (withoutTarget.has(element)) return true
  const target = attributes.get('attributeName')?.trim() ?? ''
  if (presentationAttributes.has(target)) return cleanValues(attributes, target, report)
  return plainAttributes.has(target)
}

function cleanValues(attributes: Map<string, string>, target: string, report: Report): boolean {
  for (const name of valueAttributes) {
    const value = attributes.get(name)
    if (value === undefined) continue
    const cleaned = cleanValue(target, value, report)
    if (cleaned === undefined) return false
    attributes.set(name, cleaned)
  }
  return true
}
