/** Counts the path commands of a drawing: in path data, in animations of path data, and in path('…') in CSS. */
import type { CleanElement } from './serialize.ts'

const animatedData = ['by', 'from', 'to', 'values']
const cssPaths = /path\(([^)]*)/gi

export function countCommands({ name, attributes, children }: CleanElement): number {
  let commands = 0
  for (const [attribute, value] of attributes) {
    const isData = attribute === 'd' || attribute === 'path'
    const isAnimated = animatedData.includes(attribute) && attributes.get('attributeName')?.trim() === 'd'
    if (isData || isAnimated) commands += countPathCommands(value)
    else if (value.includes('(')) commands += countCssPaths(value)
  }
  for (const child of children) {
    if (typeof child !== 'string') commands += countCommands(child)
    else if (name === 'style') commands += countCssPaths(child)
  }
  return commands
}

function countCssPaths(css: string): number {
  let commands = 0
  for (const [, data = ''] of css.matchAll(cssPaths)) commands += countPathCommands(data)
  return commands
}

const numbersPerCommand: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7, z: 0 }
const pieces = /([mlthvsqcaz])|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi

/** One letter may be followed by the numbers of many commands. */
export function countPathCommands(data: string): number {
  let commands = 0
  let needed = 0
  let numbers = 0
  const finish = () => {
    commands += needed === 0 ? numbers : Math.max(0, Math.ceil(numbers / needed) - 1)
  }
  for (const [, letter] of data.matchAll(pieces)) {
    if (letter === undefined) {
      numbers++
      continue
    }
    finish()
    commands++
    needed = numbersPerCommand[letter.toLowerCase()] ?? 0
    numbers = 0
  }
  finish()
  return commands
}
