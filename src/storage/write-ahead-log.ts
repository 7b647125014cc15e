/**
 * SQLite's write-ahead log: waiting for the disk, and copying the log into the database file, beside the event loop.
 */
import fs from 'node:fs'
import { promisify } from 'node:util'
import { fail } from '../kernel/errors.ts'
import { WorkerThread } from '../kernel/worker-thread.ts'
import { threadEntry } from '../program/own-files.ts'
import type { Connection } from './sqlite-connection.ts'

/** After so many commits the log has a few megabytes. */
const COMMITS_BETWEEN_CHECKPOINTS = 100
const CHECKPOINT_MAX_MS = 10_000

export class WriteAheadLog {
  readonly #path: string
  readonly #thread = new WorkerThread(threadEntry('storage/checkpoint-worker'), { maxMs: CHECKPOINT_MAX_MS })
  #file: number | undefined
  #writes: number
  #failure: unknown

  /** Copies a log that another process left behind at once: a process that is killed often would never copy it. */
  constructor(databasePath: string) {
    this.#path = databasePath
    this.#writes = this.remains().length ? COMMITS_BETWEEN_CHECKPOINTS : 0
  }

  /** Resolves when every commit that was made before is on the disk: the log is written in order. */
  async sync(): Promise<void> {
    this.#file ??= fs.openSync(`${this.#path}-wal`, 'r+')
    try {
      await promisify(fs.fdatasync)(this.#file)
    } catch (error) {
      this.#failure = error
      throw error
    }
  }

  /**
   * After a failure the system may treat unwritten pages as written, so a later success would prove nothing.
   * Everything is copied into the database file first; if that fails too, no write begins.
   */
  requireSynced(connection: Connection) {
    if (this.#failure && !this.fold(connection)) fail('UNAVAILABLE', undefined, { cause: this.#failure })
    this.#failure = undefined
  }

  /**
   * Copies the log into the database file, and waits for the disk. False on a full disk, or while others use the
   * database.
   */
  fold(connection: Connection): boolean {
    try {
      connection.exec('PRAGMA synchronous = FULL')
      return connection.statement('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
    } catch {
      return false
    } finally {
      connection.exec('PRAGMA synchronous = NORMAL')
    }
  }

  /** Called after every transaction; true if the log should be copied. */
  isDue(): boolean {
    return ++this.#writes >= COMMITS_BETWEEN_CHECKPOINTS
  }

  /** Copies the log in a thread, while `hold` makes writes wait. If it fails, the log grows until the next time. */
  async checkpoint(hold: (work: () => Promise<unknown>) => Promise<unknown>): Promise<void> {
    this.#writes = 0
    try {
      await this.#thread.run({}) // the thread may have to start first
      await hold(() => this.#thread.run({ path: this.#path }))
    } catch {
      // A full disk, or the database is closing.
    }
  }

  async close(): Promise<void> {
    await this.#thread.close()
    if (this.#file !== undefined) fs.closeSync(this.#file)
  }

  /** The log, if it holds something that the database file does not. */
  remains(): string[] {
    const log = `${this.#path}-wal`
    return fs.statSync(log, { throwIfNoEntry: false })?.size ? [log] : []
  }
}
