/** A log that a test can read. */
import { Writable } from 'node:stream'

export function writtenLog() {
  const lines: string[] = []
  const log = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  return { lines, log }
}
