/**
 * Connections whose request was refused because there were too many. They are read again a few at a time, in the order
 * of their refusals: the event loop reads sockets as long as a thousand of them have something, and until it has done
 * with them it knows of no new connection and starts no work.
 */
import type { Socket } from 'node:net'

/** How many are read again in one turn of the event loop. */
const WAKE_AT_ONCE = 256

export class RestingConnections {
  #sockets: Socket[] = []

  add(socket: Socket) {
    socket.pause()
    this.#sockets.push(socket)
    if (this.#sockets.length === 1) setImmediate(() => this.#wake())
  }

  #wake() {
    for (const socket of this.#sockets.splice(0, WAKE_AT_ONCE)) socket.resume()
    if (this.#sockets.length > 0) setImmediate(() => this.#wake())
  }
}
