/**
 * Reads of SQLite. A commit can be seen before it is on the disk, and after a power failure it would be gone, and its
 * sequence number used again. So while a commit is on its way to the disk, reads use a snapshot that was taken before it.
 */
import type { Deadline } from './deadline.ts'
import { Pool } from './pool.ts'
import type { Work } from './sql.ts'
import { Connection } from './sqlite-connection.ts'

const MAX_READERS = 4

type Snapshot = { connection: Connection; users: number; isOutdated(): boolean }

export class SqliteReads {
  readonly #path: string
  readonly #readers: Pool<Connection>
  readonly #spare: Connection[] = []
  /** Always the same one: each connection counts for itself. */
  #watching: Connection | undefined
  #held: Snapshot | undefined

  constructor(path: string) {
    this.#path = path
    this.#readers = new Pool({ max: MAX_READERS, make: () => this.#connect() })
  }

  read<T>(deadline: Deadline, work: Work<T>): Promise<T> {
    if (this.#held && !this.#held.isOutdated()) return this.#readFrom(this.#held, work)
    return this.#readers.use(deadline, async (connection) => {
      connection.beginRead()
      try {
        return await connection.run(work)
      } finally {
        connection.endRead()
      }
    })
  }

  /** Changes when a commit can be seen by reads. */
  version(): string {
    this.#watching ??= this.#connect()
    return this.#watching.version()
  }

  /** From now on reads see what is committed now. If another process commits, the snapshot is outdated, and so is its use. */
  hold(isOutdated: () => boolean) {
    const connection = this.#spare.pop() ?? this.#connect()
    connection.beginRead()
    this.#watching ??= this.#connect()
    this.#watching.beginRead()
    this.#held = { connection, users: 0, isOutdated }
  }

  /** The one place where a commit of this process becomes visible to its reads. */
  release() {
    const held = this.#held
    if (!held) return
    this.#held = undefined
    this.#watching?.endRead()
    this.#freeIfUnused(held)
  }

  async close(deadline: Deadline) {
    this.release()
    const readers = await this.#readers.close(deadline)
    for (const connection of [...readers, ...this.#spare.splice(0)]) connection.close()
    this.#watching?.close()
  }

  async #readFrom<T>(snapshot: Snapshot, work: Work<T>): Promise<T> {
    snapshot.users++
    try {
      return await snapshot.connection.run(work)
    } finally {
      snapshot.users--
      this.#freeIfUnused(snapshot)
    }
  }

  #freeIfUnused(snapshot: Snapshot) {
    if (snapshot.users > 0 || snapshot === this.#held) return
    snapshot.connection.endRead()
    this.#spare.push(snapshot.connection)
  }

  #connect() {
    return new Connection(this.#path, true)
  }
}
