/** Errors that no code was waiting for, and how the process reacts: docs/decisions/0054-unexpected-errors.md. */
import type { Logger } from 'pino'
import { exitCodes } from './exit-codes.ts'

const errorFrom = (thrown: unknown) =>
  thrown instanceof Error ? thrown : new Error(`What was thrown is no error, but of type ${typeof thrown}.`)

export function watchForUnexpected(log: Logger, countRejection = () => {}) {
  process.on('unhandledRejection', (reason) => {
    countRejection()
    log.error({ err: errorFrom(reason) }, 'a promise failed that nobody was waiting for; the service goes on')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: errorFrom(error) }, 'an exception broke off a piece of work half-way; the process ends')
    process.exit(exitCodes.fault.code)
  })
}
