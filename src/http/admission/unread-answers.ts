/** Answers that are written and that their clients have not taken: how many bytes they are, and when to give up on one. */
import type { Socket } from 'node:net'

const CHECKS_PER_UNREAD_TIME = 15
/** While the service stops, a client that takes nothing must not delay it. */
const STOPPING_MAX_MS = 2_000

export class UnreadAnswers {
  readonly #answers = new Map<Socket, { bytes: number }>()
  readonly #checkEveryMs: number
  #maxMs: number
  /** Bytes that clients have not taken, over all connections. */
  bytes = 0

  /** `maxMs`: how long a client may take nothing of an answer. */
  constructor(maxMs: number) {
    this.#maxMs = maxMs
    this.#checkEveryMs = Math.max(1, maxMs / CHECKS_PER_UNREAD_TIME)
  }

  stop() {
    this.#maxMs = Math.min(this.#maxMs, STOPPING_MAX_MS)
  }

  /** The whole answer is written: from here on the client only has to take it, and something of it every now and then. */
  watch(socket: Socket) {
    this.forget(socket)
    if (socket.writableLength === 0) return
    const answer = { bytes: socket.writableLength }
    this.#answers.set(socket, answer)
    this.bytes += answer.bytes
    let [progress, stalledMs] = [progressOf(socket), 0]
    const check = () => {
      if (this.#answers.get(socket) !== answer || socket.destroyed) return
      const latest = progressOf(socket)
      stalledMs = latest === progress ? stalledMs + this.#checkEveryMs : 0
      progress = latest
      if (stalledMs >= this.#maxMs) socket.destroy()
      else setTimeout(check, this.#checkEveryMs).unref()
    }
    setTimeout(check, this.#checkEveryMs).unref()
  }

  /** The client has taken everything, or is gone. */
  forget(socket: Socket) {
    const answer = this.#answers.get(socket)
    if (!answer) return
    this.#answers.delete(socket)
    this.bytes -= answer.bytes
  }
}

/**
 * Changes whenever the client takes something. A chunk counts as written when all of it is; the handle also knows how
 * much of the chunk that is being written is left.
 */
function progressOf(socket: Socket): string {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`
}
