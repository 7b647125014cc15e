import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nearest } from '../../src/kernel/nearest.ts'

/** Straight from the definition: the fewest letters to add, leave out or replace. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return distance(restA, restB)
  return 1 + Math.min(distance(restA, b), distance(a, restB), distance(restA, restB))
}

/** All texts of up to three of these letters. */
const texts = ['']
for (const text of texts) if (text.length < 3) texts.push(`${text}a`, `${text}b`)

it('the nearest text differs by the fewest letters, and of several it is the first', () => {
  for (const text of texts)
    for (const one of texts)
      for (const other of texts) {
        const expected = distance(text, other) < distance(text, one) ? other : one
        assert.equal(nearest(text, [one, other]), expected, `${text}: ${one}, ${other}`)
      }
  assert.equal(nearest('descripton', ['title', 'description', 'body']), 'description')
  assert.equal(nearest('a', []), '')
})
