/** The bytes of all bodies that this process holds, from their arrival until their request is answered. */
import type { ServerResponse } from 'node:http'
import { fail } from '../../kernel/errors.ts'

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
  readonly #max: number
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Counts the bytes of one body as they arrive, and refuses them when all bodies together are too many. */
  counterFor(response: ServerResponse): (bytes: number) => void {
    let own = 0
    const free = () => {
      this.#held -= own
      own = 0
    }
    return (bytes) => {
      if (this.#held + bytes > this.#max) fail('UNAVAILABLE', undefined, { message: tooMany })
      if (own === 0) whenAnswered(response, free)
      this.#held += bytes
      own += bytes
    }
  }
}
