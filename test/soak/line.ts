/** A client of one connection that costs as little as possible, because it shares the machine with the server. */
import { connect, type Socket } from 'node:net'

export type Timed = { status: number; ms: number }

/** Every connection reads into this, because nobody keeps what was read: a client that collects garbage measures that. */
const shared = Buffer.alloc(65_536)

/** One request at a time, whose answer has a Content-Length. A status of 0 is a connection that ended. */
export class Line {
  readonly #socket: Socket
  #left = 0
  #status = 0
  #done: ((status: number) => void) | undefined
  isOpen = true

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isOpen = false
      this.#done?.(0)
    })
  }

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      let line: Line | undefined
      const callback = (bytes: number) => {
        if (line) line.#read(shared.subarray(0, bytes))
        return true
      }
      const socket = connect({ port, host: '127.0.0.1', onread: { buffer: shared, callback } }, () => {
        line = new Line(socket)
        resolve(line)
      })
      socket.once('error', reject)
    })
  }

  ask(bytes: Buffer): Promise<Timed> {
    const start = performance.now()
    if (!this.isOpen) return Promise.resolve({ status: 0, ms: 0 })
    return new Promise((resolve) => {
      this.#done = (status) => {
        this.#done = undefined
        resolve({ status, ms: performance.now() - start })
      }
      this.#socket.write(bytes)
    })
  }

  #read(bytes: Buffer) {
    if (this.#left > 0) this.#left -= bytes.length
    else {
      const end = bytes.indexOf('\r\n\r\n')
      const head = bytes.toString('latin1', 0, end)
      this.#status = Number(head.slice(9, 12))
      this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (bytes.length - end - 4)
    }
    if (this.#left <= 0) this.#done?.(this.#status)
  }

  close() {
    this.#socket.destroy()
  }
}
