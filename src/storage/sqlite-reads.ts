/**
 * Reads of SQLite. A commit is visible before it is on the disk. After a power failure it would be gone, and its
 * sequence number would be used again. So until a commit is on the disk, reads use a snapshot that was taken before it.
 */

import { type Deadline, Pool } from './pool.ts'
import type { Work } from './sql.ts'
import type { Connection } from './sqlite-connection.ts'

const MAX_READERS = 4

type Snapshot = {
  connection: Connection
  users: number
  /** Changes when another process commits. */
  otherCommits(): string
  otherCommitsBefore: string
}

const isOutdated = ({ otherCommits, otherCommitsBefore }: Snapshot) => otherCommits() !== otherCommitsBefore

/** A snapshot that reads of the same moment share: beginning and ending one costs as much as a short read. */
class SharedSnapshot {
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

export class SqliteReads {
  readonly #connect: () => Connection
  readonly #readers: Pool<Connection>
  readonly #spare: Connection[] = []
  /** Always the same one: each connection counts for itself. */
  #watching: Connection | undefined
  #held: Snapshot | undefined
  /** The one that was taken last, by reads. */
  #shared: SharedSnapshot | undefined
  #taking: Promise<SharedSnapshot> | undefined
  /** The `data_version` after a staged commit, and the version that is still reported for it. */
  #kept: { seen: string; version: string } | undefined

  constructor(connect: () => Connection) {
    this.#connect = connect
    this.#readers = new Pool({ max: MAX_READERS, make: connect, isBroken: ({ isClosed }) => isClosed })
  }

  read<T>(deadline: Deadline, work: Work<T>): Promise<T> {
    if (this.#held && !isOutdated(this.#held)) return this.#readFrom(this.#held, work, this.version())
    if (this.#shared?.isOpen && this.#shared.version === this.version()) return this.#shared.read(work)
    return this.#readAnew(deadline, work)
  }

  /** Reads that begin before the new snapshot is taken share it. */
  async #readAnew<T>(deadline: Deadline, work: Work<T>): Promise<T> {
    this.#taking ??= this.#takeSnapshot(deadline)
    return (await this.#taking).read(work)
  }

  #takeSnapshot(deadline: Deadline): Promise<SharedSnapshot> {
    return new Promise((resolve, reject) => {
      const lend = async (connection: Connection) => {
        this.#taking = undefined // callers that ask from now on may know of later commits
        try {
          this.#shared = new SharedSnapshot(connection, this.#beginRead(connection))
          resolve(this.#shared)
          await this.#shared.ended
        } catch (error) {
          connection.close() // it may be in a transaction that the next read could not leave
          throw error
        }
      }
      this.#readers.use(deadline, lend).catch((error) => {
        this.#taking = undefined
        reject(error)
      })
    })
  }

  /**
   * Nothing was committed between two equal versions, so the snapshot that was taken in between has that version, too.
   */
  #beginRead(connection: Connection): string {
    for (;;) {
      const version = this.version()
      connection.beginRead()
      if (this.version() === version) return version
      connection.endRead()
    }
  }

  /**
   * Changes when reads see another state: with a commit of this process when it is released, with those of others at
   * once.
   */
  version(): string {
    const seen = this.#seen()
    return this.#held && isOutdated(this.#held) ? `${seen}.${this.#held.otherCommits()}` : seen
  }

  #seen(): string {
    this.#watching ??= this.#connect()
    const seen = this.#watching.version()
    return seen === this.#kept?.seen ? this.#kept.version : seen
  }

  /**
   * For a commit that changes nothing that is read: the version stays, so cached values are still found.
   * Called with the writer's lock, so others can commit only after this one; if they have, the version is a new one.
   */
  keepVersion(commit: () => void, otherCommits: () => string) {
    const [version, before] = [this.#seen(), otherCommits()]
    commit()
    this.#kept = undefined
    const seen = this.#seen()
    if (otherCommits() === before) this.#kept = { seen, version }
  }

  /**
   * From now on reads use a snapshot of this moment, until `release`. If another process commits, it is not used any
   * more.
   */
  hold(otherCommits: () => string) {
    const otherCommitsBefore = otherCommits()
    this.#watching ??= this.#connect()
    const connection = this.#spare.pop() ?? this.#connect()
    try {
      connection.beginRead()
      this.#watching.beginRead()
    } catch (error) {
      connection.close()
      throw error
    }
    this.#held = { connection, users: 0, otherCommits, otherCommitsBefore }
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

  async #readFrom<T>(snapshot: Snapshot, work: Work<T>, version: string): Promise<T> {
    snapshot.users++
    try {
      return await snapshot.connection.run(work, version)
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
}
