/**
 * Collects lines of the log in one buffer before they are written. Writing each line alone would take a tenth of the
 * time of every answer; keeping them as strings, or sending them to another thread, takes even more.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../kernel/clock.ts'
import { codeOf } from '../kernel/thrown.ts'

const BUFFER_BYTES = 65_536
const FLUSH_AFTER_MS = 200
/** A character of a string takes up to three bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3
/** Room for the line that says how many are missing. */
const NOTE_BYTES = 200

type Write = (bytes: Uint8Array) => number

export class LogOutput {
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  readonly #write: Write
  #used = 0
  #dropped = 0
  #isWaiting = false

  constructor(write: Write) {
    this.#write = write
  }

  /** If the reader of the log is too slow, lines are dropped and counted: the service does not wait. */
  write(line: string) {
    const room = line.length * BYTES_PER_CHARACTER
    if (this.#used + room > BUFFER_BYTES - NOTE_BYTES) this.flush()
    if (this.#used + room > BUFFER_BYTES - NOTE_BYTES) this.#dropped++
    else this.#used += this.#buffer.write(line, this.#used)
    if (!this.#isWaiting) this.#flushLater()
  }

  /** A line waits for a moment at most. */
  #flushLater() {
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      this.flush()
      if (this.#used > 0) this.#flushLater()
    }, FLUSH_AFTER_MS).unref()
  }

  flush() {
    try {
      const written = this.#write(this.#buffer.subarray(0, this.#used))
      this.#buffer.copyWithin(0, written, this.#used)
      this.#used -= written
    } catch (error) {
      // A full pipe is tried again; a pipe without a reader accepts everything.
      if (codeOf(error) !== 'EAGAIN') this.#used = 0
    }
    if (this.#dropped > 0 && this.#used === 0) this.#noteDropped()
  }

  #noteDropped() {
    const note = {
      level: 40,
      time: systemClock.now() * 1000,
      not_logged: this.#dropped,
      msg: 'the reader of the log was too slow',
    }
    this.#dropped = 0
    this.#used = this.#buffer.write(`${JSON.stringify(note)}\n`)
  }
}

/** At the end every line is written. */
export function openLogOutput(file: number): LogOutput {
  const output = new LogOutput((bytes) => (bytes.length === 0 ? 0 : writeSync(file, bytes)))
  process.on('exit', () => output.flush())
  return output
}
