/**
 * Drawings as people make them: files of Inkscape, draw.io, matplotlib, Graphviz, Mermaid and D3 beside this one, and
 * whole sets of flags, emoji and animated icons from npm.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type SvgOutcome, sanitizeSvg } from '../../../../../src/articles/checks/svg/sanitize.ts'
import { isSoak } from '../../../../setup/databases.ts'

export type Drawing = { name: string; source: string }
type IconSet = {
  width?: number
  height?: number
  icons: Record<string, { body: string; width?: number; height?: number }>
}

const require = createRequire(import.meta.url)

const filesOf = (folder: string, prefix: string): Drawing[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .map((name) => ({ name: prefix + name, source: readFileSync(join(folder, name), 'utf8') }))

function iconsOf(set: string): Drawing[] {
  const { icons, width = 16, height = 16 } = require(`@iconify-json/${set}/icons.json`) as IconSet
  return Object.entries(icons).map(([name, icon]) => {
    const [right, bottom] = [icon.width ?? width, icon.height ?? height]
    const source = `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${bottom}" viewBox="0 0 ${right} ${bottom}">${icon.body}</svg>`
    return { name: `${set}/${name}`, source }
  })
}

export const exports: Drawing[] = filesOf(import.meta.dirname, '')
/** Drawings whose labels are HTML. */
export const labelled: Drawing[] = filesOf(join(import.meta.dirname, 'labels'), 'labels/')

const flagIcons = dirname(require.resolve('flag-icons/package.json'))
export const flags: Drawing[] = filesOf(join(flagIcons, 'flags/4x3'), 'flags/')
export const emoji: Drawing[] = iconsOf('emojione')
export const animated: Drawing[] = [...iconsOf('meteocons'), ...iconsOf('line-md')]

/** One drawing of ten of the large sets, or of more, but in the soak. */
export const sampleOf = (drawings: Drawing[], of = 10) => drawings.filter((_, n) => isSoak || n % of === 0)

export function canonicalOf({ name, source }: Drawing): string {
  const found: SvgOutcome = sanitizeSvg(source)
  if (found.outcome === 'clean') return found.canonical
  throw new Error(`${name}: ${found.outcome}: ${found.problems.join(' ')}`)
}
