/** Removes the animation from CSS in its canonical form: strings in single quotes, no comments. */

/** A block has a text before its brace. A statement includes its semicolon if it has one. */
type Block = { before: string; items: (Block | string)[] }

/** A string is one piece, because it may contain any character. */
const pieces = /'(?:[^'\\]|\\.)*'|[{};]|[^'{};]+/g

function readBlocks(css: string): Block {
  const root: Block = { before: '', items: [] }
  const open = [root]
  let text = ''
  for (const [piece] of css.matchAll(pieces)) {
    const block = open.at(-1) ?? root
    if (piece === '{') {
      const inner: Block = { before: text, items: [] }
      block.items.push(inner)
      open.push(inner)
    } else if (piece === '}') {
      block.items.push(text)
      open.pop()
    } else if (piece === ';') block.items.push(`${text};`)
    else {
      text += piece
      continue
    }
    text = ''
  }
  if (text) root.items.push(`${text};`)
  return root
}

const aboutMotion = /animation|transition|keyframes/i
const isMotion = (declaration: string) => /^\s*(?:-\w+-)?(?:animation|transition)/i.test(declaration)
const keyframesName = (before: string) => /^\s*@(?:-webkit-)?keyframes\s+'?([^\s'{]+)/i.exec(before)?.[1]

/** Removes the motion from a sheet or from the declarations of a `style`. */
export function stillSheet(css: string, frames: LastFrames): string {
  return aboutMotion.test(css) ? printItems(readBlocks(css), frames) : css
}

function printItems({ items }: Block, frames: LastFrames): string {
  const [kept, taken]: [string[], string[]] = [[], []]
  for (const item of items) {
    if (typeof item === 'string') (isMotion(item) ? taken : kept).push(item)
    else if (keyframesName(item.before) === undefined) kept.push(`${item.before}{${printItems(item, frames)}}`)
  }
  return kept.join('') + frames.leftBy(taken)
}

const isForwards = (text: string) => /\b(?:forwards|both)\b/i.test(text)
const isRepeated = (text: string) => /\b(?:infinite|reverse|alternate)/i.test(text)

/** The last values of animations by name. All values that it returns have a limited length together. */
export class LastFrames {
  readonly #byName = new Map<string, string>()
  #room: number

  constructor(room: number) {
    this.#room = room
  }

  read(sheet: string): void {
    if (aboutMotion.test(sheet)) this.#readBlock(readBlocks(sheet))
  }

  #readBlock({ items }: Block): void {
    for (const item of items) {
      if (typeof item === 'string') continue
      const name = keyframesName(item.before)
      if (name === undefined) this.#readBlock(item)
      else this.#byName.set(name, lastFrame(item))
    }
  }

  /** The values that the animations of one rule leave at their end. */
  leftBy(declarations: readonly string[]): string {
    const longhands = declarations.filter((text) => /^\s*(?:-\w+-)?animation-(?!name)/i.test(text)).join(' ')
    const used = declarations.flatMap((text) => {
      const [, value = ''] = /^\s*(?:-\w+-)?animation(?:-name)?:([^;]*)/i.exec(text) ?? []
      const withoutCalls = value.replace(/\([^()]*\)/g, '')
      return withoutCalls.split(',').filter((part) => {
        const own = `${part} ${longhands}`
        return isForwards(own) && !isRepeated(own)
      })
    })
    const names = new Set(used.flatMap((value) => value.split(/[\s']+/)))
    return [...names].map((name) => this.#take(name)).join('')
  }

  #take(name: string): string {
    const frame = this.#byName.get(name) ?? ''
    this.#room -= frame.length
    return this.#room < 0 ? '' : frame
  }
}

/** The values are `!important`, because an animation that stays overrides all rules. */
const lastFrame = ({ items }: Block): string =>
  items
    .filter((frame) => typeof frame !== 'string')
    .filter(({ before }) => /(?:^|[\s,])(?:to|100%)(?:$|[\s,])/i.test(before))
    .flatMap((frame) => frame.items.filter((item) => typeof item === 'string'))
    .map((item) => item.replace(/;$/, '').trim())
    .filter((declaration) => declaration !== '' && !isMotion(declaration) && !declaration.includes('!'))
    .map((declaration) => `${declaration}!important;`)
    .join('')
