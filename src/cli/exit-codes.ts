/** How a command can end, for scripts; the help and docs/operating.md show this list. */
import { CommanderError } from 'commander'
import { BoardError, RefusedError, RetryLaterError } from '../client/errors.ts'
import { Failure } from '../kernel/errors.ts'
import { codeOf, messageOf } from '../kernel/thrown.ts'
import { ConfigError } from '../settings/config.ts'

import { UnreachableDatabase, UnusableDatabase } from '../storage/unusable.ts'
import { visibleLine } from './visible.ts'

export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  wrong: { code: 1, meaning: 'a setting or the database cannot be used, or `check` or `doctor` found something wrong' },
  usage: { code: 2, meaning: 'the command line was not understood' },
  refused: {
    code: 3,
    meaning: 'refused: nothing has this id or name, its state does not allow it, or it was not confirmed',
  },
  unavailable: { code: 4, meaning: 'the database or the board does not answer at this moment; try again' },
  fault: { code: 5, meaning: 'an error in this program, with its stack trace' },
} as const

export type Ending = keyof typeof exitCodes

/** A command was refused, for another reason than a bad setting. */
export class Refused extends Error {}

/** An error that the operator can correct is printed without its stack trace. */
export function describeEnd(error: unknown): { ending: Ending; text: string } {
  if (error instanceof CommanderError) return { ending: error.exitCode === 0 ? 'done' : 'usage', text: '' }
  if (error instanceof Refused) return { ending: 'refused', text: error.message }
  if (error instanceof UnreachableDatabase) return { ending: 'unavailable', text: error.message }
  if (error instanceof ConfigError || error instanceof UnusableDatabase) return { ending: 'wrong', text: error.message }
  if (error instanceof BoardError) return describeBoardError(error)
  if (error instanceof Failure) return describeFailure(error)
  return codeOf(error)
    ? { ending: 'wrong', text: `Cannot go on: ${messageOf(error)}` }
    : { ending: 'fault', text: String(error instanceof Error ? (error.stack ?? error) : error) }
}

function describeFailure({ code, message, cause, details }: Failure): { ending: Ending; text: string } {
  if (code === 'UNAVAILABLE') {
    const why = cause instanceof Error ? ` (${cause.message})` : ''
    return { ending: 'unavailable', text: `The database did not answer in time${why}: try again.` }
  }
  return { ending: 'refused', text: details ? `${message} (${JSON.stringify(details)})` : message }
}

/** Failures of a board that a command called. */
function describeBoardError(error: BoardError): { ending: Ending; text: string } {
  const isFinal = error instanceof RefusedError && !(error instanceof RetryLaterError)
  return { ending: isFinal ? 'refused' : 'unavailable', text: visibleLine(`${error.code}: ${error.message}`) }
}
