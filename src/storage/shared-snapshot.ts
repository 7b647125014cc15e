/** A snapshot of SQLite that reads of the same moment share: beginning and ending one costs as much as a short read. */
import type { Work } from './sql.ts'
import type { Connection } from './sqlite-connection.ts'

export class SharedSnapshot {
  readonly version: string
  /** Settled when the connection is free again; fails if the snapshot could not be ended. */
  readonly ended: Promise<void>
  readonly #connection: Connection
  #users = 0
  #hasEnded = false
  readonly #settleEnd: PromiseWithResolvers<void>

  /** Of a connection whose read has begun, in this version of the database. */
  constructor(connection: Connection, version: string) {
    this.#connection = connection
    this.version = version
    this.#settleEnd = Promise.withResolvers<void>()
    this.ended = this.#settleEnd.promise
    this.#endSoon()
  }

  /** False, too, after an error that made SQLite end it by itself. */
  get isOpen() {
    return !this.#hasEnded && this.#connection.isInTransaction
  }

  async read<T>(work: Work<T>): Promise<T> {
    this.#users++
    try {
      return await this.#connection.run(work, this.version)
    } finally {
      this.#users--
      if (this.#users === 0) this.#endSoon()
    }
  }

  /** At the end of this turn of the event loop: while a snapshot is open, the log cannot be folded into the file. */
  #endSoon() {
    setImmediate(() => {
      if (this.#users > 0 || this.#hasEnded) return
      this.#hasEnded = true
      try {
        if (this.#connection.isInTransaction) this.#connection.endRead()
        this.#settleEnd.resolve()
      } catch (error) {
        this.#settleEnd.reject(error)
      }
    })
  }
}
