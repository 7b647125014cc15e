/** The only place that makes randomness, so that a test can hand in its own. */
import { randomBytes, randomUUID } from 'node:crypto'

export type Random = {
  /** A fresh UUID. */
  id(): string
  /** 256 bits, 43 characters of base64url. */
  secret(): string
}

export const systemRandom: Random = {
  id: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
}
