/**
 * Estimates the width of text, which is not known before a browser has chosen a font. The widths are of a common
 * sans-serif.
 */
import { must } from '../../../../kernel/must.ts'
import { type Line, type Run, withoutSpaceAtEnd } from './text.ts'

const em = { narrow: 0.26, small: 0.35, digit: 0.556, normal: 0.54, capital: 0.68, wide: 0.85, full: 1, mono: 0.6 }

function widthOfCharacter(character: string): number {
  if (/[ijl.,:;'|!]/.test(character)) return em.narrow
  if (/[frtI ()[\]{}/\\"`-]/.test(character)) return em.small
  if (/[mwMW@%]/.test(character)) return em.wide
  if (/\d/.test(character)) return em.digit
  if (/\p{Lu}/u.test(character)) return em.capital
  return /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60\p{Extended_Pictographic}]/u.test(character)
    ? em.full
    : em.normal
}

export function widthOfRun({ text, look }: Run): number {
  const isMono = /mono|courier|consol/i.test(look.get('font-family') ?? '')
  let ems = 0
  for (const character of text) ems += isMono ? em.mono : widthOfCharacter(character)
  const isBold = /bold|[6-9]00/.test(look.get('font-weight') ?? '')
  return ems * Number(look.get('font-size')) * (isBold ? 1.07 : 1)
}

export const widthOf = (line: Line) => line.reduce((sum, run) => sum + widthOfRun(run), 0)

/** Breaks a line between words, as late as the width allows. */
export function wrapped(line: Line, width: number): Line[] {
  const lines: Line[] = [[]]
  let used = 0
  for (const { text, look } of line)
    for (const word of text.match(/[^ ]* ?/g) ?? []) {
      if (word === '') continue
      const needed = widthOfRun({ text: word.trimEnd(), look })
      if (used > 0 && needed > 0 && used + needed > width) {
        lines.push([])
        used = 0
      }
      append(must(lines.at(-1), 'a line'), { text: word, look })
      used += widthOfRun({ text: word, look })
    }
  return lines.map(withoutSpaceAtEnd)
}

function append(line: Line, run: Run) {
  const last = line.at(-1)
  if (last?.look === run.look) last.text += run.text
  else line.push({ ...run })
}
