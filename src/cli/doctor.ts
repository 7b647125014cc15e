import type { Environment } from '../settings/config.ts'
import { examineDatabase } from './doctor/database.ts'
import { examineFiles } from './doctor/files.ts'
import type { Finding } from './doctor/finding.ts'
import { examineProxy } from './doctor/proxy.ts'
import { examineSettings } from './doctor/settings.ts'
import { exitCodes } from './exit-codes.ts'
import { type PrintOptions, print } from './print.ts'

/** Changes nothing. Ends with code 1 if the operator must do something before the service runs well. */
export async function doctor(env: Environment, options: PrintOptions): Promise<void> {
  const findings = await examine(env)
  const healthy = findings.every(({ level }) => level !== 'problem')
  const lines = findings.map(
    ({ about, level, text }) => `${level.padEnd(7)}  ${about.padEnd(11)}  ${text.replace(/\.?$/, '.')}`,
  )
  print({ healthy, findings }, lines.join('\n'), options)
  if (!healthy) process.exitCode = exitCodes.wrong.code
}

async function examine(env: Environment): Promise<Finding[]> {
  const { config, findings } = examineSettings(env)
  if (!config) return findings
  return [
    ...findings,
    ...examineFiles(config),
    ...(await examineDatabase(config, env)),
    ...(await examineProxy(config)),
  ]
}
