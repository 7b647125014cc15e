import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sealWith } from '../../src/kernel/seal.ts'

const mine = sealWith(Buffer.alloc(32, 1))

describe('a sealed value', () => {
  const note = { name: 'ada', until: 7 }
  const sealed = mine.seal(note)
  const [text = '', signature = ''] = sealed.split('.')

  it('is opened by the board that sealed it', () => {
    assert.deepEqual(mine.open(sealed), note)
  })

  it('is nothing when it was altered, cut, added to, or sealed by another', () => {
    const other = sealWith(Buffer.alloc(32, 2))
    const altered = Buffer.from(JSON.stringify({ ...note, until: 8 })).toString('base64url')
    const last = signature.endsWith('A') ? 'B' : 'A'
    const forgeries = [
      '',
      '.',
      text,
      `${text}.`,
      `.${signature}`,
      `${altered}.${signature}`,
      `${text}=.${signature}`,
      `${text}.${signature.slice(0, -1)}`,
      `${text}.${signature.slice(0, -1)}${last}`,
      `${sealed}.`,
      `${sealed}.${signature}`,
      other.seal(note),
    ]
    for (const forgery of forgeries) assert.equal(mine.open(forgery), undefined, forgery)
  })
})
