import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measured } from './corpus/measured.ts'
import { measuredDrawings } from './corpus/work.ts'

describe('the estimate of painting a drawing', () => {
  it('says the same of every kind of shape, paint, effect and motion as before', () => {
    for (const { name, inside, head, figures } of measuredDrawings) assert.equal(measured(inside, head), figures, name)
  })
})
