import { isatty } from 'node:tty'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

const STDOUT = 1
const BUFFER_BYTES = 4_096
const FLUSH_EVERY_MS = 200

/** Only these fields: other fields of a database's error may quote rows. */
const describeError = (error: unknown) => {
  const { name, message, code, errcode, stack } = error as Error & { code?: unknown; errcode?: unknown }
  return { type: name, message, code, errcode, stack }
}

/** One JSON object per line; human-readable on a terminal. */
export async function openLog(level: Config['logLevel']): Promise<Logger> {
  const options = { level, base: null, serializers: { err: describeError } }
  if (!isatty(STDOUT)) return pino(options, bufferedOutput())
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ sync: true, ignore: 'request_id', translateTime: 'SYS:HH:MM:ss' }))
}

/** Buffers lines: writing each one separately would take a tenth of the time of every answer. */
function bufferedOutput() {
  const destination = pino.destination({
    fd: STDOUT,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  })
  process.on('exit', () => destination.flushSync())
  return destination
}
