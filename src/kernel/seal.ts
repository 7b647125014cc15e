/** Sealed values, which a caller keeps between requests. Anybody can read one, but only this board can make one. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Seal = {
  seal(note: object): string
  /** The sealed value; undefined for a text that was altered or that another board sealed. */
  open<Note extends object>(sealed: string): Note | undefined
}

export function sealWith(key: Buffer): Seal {
  // The signature covers the text, because several texts decode to the same bytes and only one of them was sealed.
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    seal(note) {
      const text = Buffer.from(JSON.stringify(note)).toString('base64url')
      return `${text}.${signatureOf(text)}`
    },
    open(sealed) {
      const [text = '', signature = '', ...more] = sealed.split('.')
      if (more.length > 0 || !isSame(signature, signatureOf(text))) return undefined
      return JSON.parse(Buffer.from(text, 'base64url').toString())
    },
  }
}

/** Compares in constant time. */
function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
