import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { describe, it } from 'node:test'
import { mutate } from './mutants.ts'

const source = `
function admit(age: number, name?: string): string[] {
  const log: string[] = []
  const { 0: first } = ['asked']
  log.push(first ?? '')
  if (age < 18 && name !== 'ada') throw new Error('young')
  return [...log, name?.trim().toUpperCase() ?? refuse()]
}
function refuse(): never { throw new Error('nameless') }
function outcome(age: number, name?: string) {
  try { return admit(age, name).join() } catch (error) { return (error as Error).message }
}
`

type Outcome = (age: number, name?: string) => string

function outcomeWith(active: number): Outcome {
  const { text } = mutate('src/door.ts', source, { guardsOnly: false, lastId: 0 })
  const make = new Function('mutant', `${stripTypeScriptTypes(text)}\nreturn outcome`)
  return make((id: number) => id === active)
}

describe('the changes that a mutation trial makes', () => {
  const { mutants } = mutate('src/door.ts', source, { guardsOnly: false, lastId: 0 })
  const numberOf = (becomes: string, kind: string) =>
    mutants.find((mutant) => mutant.becomes === becomes && mutant.kind === kind)?.id ?? assert.fail(becomes)

  it('do nothing until one is switched on', () => {
    const outcome = outcomeWith(0)
    assert.deepEqual(
      [outcome(18, 'bob'), outcome(17, 'bob'), outcome(17, 'ada'), outcome(18)],
      ['asked,BOB', 'young', 'asked,ADA', 'nameless'],
    )
  })

  it('are one each', () => {
    assert.equal(outcomeWith(numberOf('age <= 18', 'boundary'))(18, 'bob'), 'young')
    assert.equal(outcomeWith(numberOf('age < 18', 'operand'))(17, 'ada'), 'young')
    assert.equal(outcomeWith(numberOf("name !== 'ada'", 'operand'))(18, 'bob'), 'young')
    assert.equal(outcomeWith(numberOf('(18 + 1)', 'number'))(18, 'bob'), 'young')
    assert.equal(outcomeWith(numberOf('', 'guard'))(17, 'bob'), 'asked,BOB')
    assert.equal(outcomeWith(numberOf('undefined', 'guard'))(18), 'asked,')
    assert.equal(outcomeWith(numberOf('', 'effect'))(18, 'bob'), 'BOB')
  })

  it('leave the name of a property as it is', () => {
    const { text } = mutate('src/first.ts', 'const { 0: first } = found', { guardsOnly: false, lastId: 0 })
    assert.equal(text, 'const { 0: first } = found')
  })

  it('are only refusals where nothing else is asked for', () => {
    const guards = mutate('src/door.ts', source, { guardsOnly: true, lastId: 7 }).mutants
    assert.deepEqual(
      guards.map(({ id, kind }) => [id, kind]),
      [8, 9, 10].map((id) => [id, 'guard']),
    )
  })
})
