import { isatty } from 'node:tty'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Config } from '../settings/config.ts'
import { openLogOutput } from './log-output.ts'

const STDOUT = 1

/** Only these fields: other fields of a database's error may quote rows. */
const describeError = (error: unknown): object => {
  const { name, message, code, errcode, stack, cause } = error as Error & { code?: unknown; errcode?: unknown }
  return { type: name, message, code, errcode, stack, ...(cause instanceof Error && { cause: describeError(cause) }) }
}

/** One JSON object per line; human-readable on a terminal. */
export async function openLog(level: Config['logLevel']): Promise<Logger> {
  const repeats = sumUpRepeats(systemClock)
  const options = { level, base: null, serializers: { err: describeError }, hooks: { logMethod: repeats.logMethod } }
  const log = isatty(STDOUT) ? pino(options, await prettyOutput()) : pino(options, openLogOutput(STDOUT))
  process.prependListener('exit', () => repeats.flush(log))
  return log
}

/** A line for each answer, with what is needed to find it again; an error's stack trace follows its line. */
export async function prettyOutput(destination?: NodeJS.WritableStream) {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'request_id,method,route,status,code,ms',
    messageFormat: (line, messageKey) => describeAnswer(line) ?? String(line[messageKey] ?? ''),
    ...(destination && { destination }),
  })
}

/** Undefined for a line that is not about a request. */
function describeAnswer({
  request_id,
  method,
  route,
  status,
  code,
  ms,
  msg,
}: Record<string, unknown>): string | undefined {
  if (request_id === undefined && route === undefined) return undefined
  const what = [
    msg === 'answered' ? undefined : msg,
    method,
    route,
    status,
    code,
    ms !== undefined && `${ms} ms`,
    request_id,
  ]
  return what.filter(Boolean).join(' ')
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>
type Fields = { route?: string; status?: number; code?: string; err?: { code?: unknown } }

const LINES_PER_KIND = 10
const WINDOW_SECONDS = 10
const WARN = 40

/** Refusals, warnings and errors of one kind; undefined for a line that is always written. */
function kindOf({ route, status = 0, code, err }: Fields, message: unknown, level: number): string | undefined {
  if (level < WARN && status < 400) return undefined
  return [level, route, status, code, err?.code, message].join(' ')
}

/**
 * Callers can cause any number of refusals. The first lines of a kind are written; the others are counted. When their
 * ten seconds have passed, one line gives the number together with the next line of the log.
 */
export function sumUpRepeats(clock: Clock) {
  let started = 0
  const seen = new Map<string, { count: number; fields: Fields; level: number }>()

  function flush(log: Logger) {
    const repeated = [...seen.values()].filter(({ count }) => count > LINES_PER_KIND)
    seen.clear()
    for (const { count, fields, level } of repeated) {
      const { route, status, code } = fields
      const line = { route, status, code, not_logged: count - LINES_PER_KIND }
      if (level >= WARN) log.warn(line, summary)
      else log.info(line, summary)
    }
  }

  const logMethod: LogMethod = function logMethod(args, method, level) {
    const [first, message]: readonly unknown[] = args
    const fields = first instanceof Object ? (first as Fields) : undefined
    const now = clock.now()
    if (message !== summary && (now < started || now >= started + WINDOW_SECONDS)) {
      started = now
      flush(this)
    }
    const kind = fields && message !== summary ? kindOf(fields, message, level) : undefined
    if (fields && kind !== undefined) {
      const known = seen.get(kind) ?? { count: 0, fields, level }
      known.count++
      seen.set(kind, known)
      if (known.count > LINES_PER_KIND) return
    }
    method.apply(this, args)
  }
  return { logMethod, flush }
}

const summary = `more lines like the first ${LINES_PER_KIND} of this kind were not logged`
