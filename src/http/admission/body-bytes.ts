/** The bytes of all bodies that this process holds, from their arrival until their request is answered. */
import type { ServerResponse } from 'node:http'
import { fail } from '../../kernel/errors.ts'
import { HeldBytes } from '../../kernel/held-bytes.ts'
import { type Caller, ownerOf } from '../../kernel/operation.ts'

const tooMany =
  'The board is receiving more than it can hold at this moment, and nothing was changed by this request; send it again shortly.'

/** Once, when the answer is made or the client is gone. */
export function whenAnswered(response: ServerResponse, act: () => void) {
  const once = () => {
    response.off('prefinish', once).off('close', once)
    act()
  }
  response.once('prefinish', once).once('close', once)
}

export class BodyBytes {
  readonly #held: HeldBytes

  constructor(max: number, maxOfOne: number) {
    this.#held = new HeldBytes(max, maxOfOne)
  }

  /** Counts the bytes of one body as they arrive, and refuses them when all bodies, or all of this caller, are too many. */
  counterFor(response: ServerResponse): (bytes: number, caller: Caller) => void {
    let own = 0
    let isAnswered = false
    return (bytes, caller) => {
      if (isAnswered) return
      const owner = ownerOf(caller)
      if (!this.#held.take(owner, bytes)) fail('UNAVAILABLE', undefined, { message: tooMany })
      if (own === 0)
        whenAnswered(response, () => {
          isAnswered = true
          this.#held.free(owner, own)
        })
      own += bytes
    }
  }
}
