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

type Body = { owner: string; bytes: number; isAnswered: boolean }

export class BodyBytes {
  readonly #held: HeldBytes
  readonly #bodies = new WeakMap<ServerResponse, Body>()

  constructor(max: number, maxOfOne: number) {
    this.#held = new HeldBytes(max, maxOfOne)
  }

  /** Counts bytes of the body of one request as they arrive, and refuses them when all bodies, or all of this caller, are too many. */
  count(response: ServerResponse, bytes: number, caller: Caller) {
    const known = this.#bodies.get(response)
    if (known?.isAnswered) return
    const owner = known?.owner ?? ownerOf(caller)
    if (!this.#held.take(owner, bytes)) fail('UNAVAILABLE', undefined, { message: tooMany })
    if (known) known.bytes += bytes
    else this.#hold(response, { owner, bytes, isAnswered: false })
  }

  #hold(response: ServerResponse, body: Body) {
    this.#bodies.set(response, body)
    whenAnswered(response, () => {
      body.isAnswered = true
      this.#held.free(body.owner, body.bytes)
    })
  }
}
