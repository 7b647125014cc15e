import { checkBoard } from '../operator/check/check-board.ts'
import type { Environment } from '../settings/config.ts'
import { type PrintOptions, print } from './print.ts'
import { progress } from './progress.ts'
import { patient, withBoard } from './with-board.ts'

/** Exit code 1 if a stored figure differs from the rows. */
export async function check(env: Environment, options: PrintOptions): Promise<void> {
  const findings = await withBoard(env, ({ db }) => checkBoard(db, progress('checked')), patient)
  const lines = findings.flatMap(({ name, differences }) =>
    differences.map(({ id, stored, counted }) => `${name}: ${id} has ${stored}, the rows say ${counted}`),
  )
  print({ clean: findings.length === 0, findings }, lines.join('\n') || 'Every figure is what the rows say.', options)
  if (findings.length > 0) process.exitCode = 1
}
