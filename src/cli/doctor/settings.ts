import { type Config, ConfigError, type Environment, readConfig } from '../../settings/config.ts'
import { startChecks } from '../serve.ts'
import { type Finding, findingsAbout } from './finding.ts'

const say = findingsAbout('settings')

/** The same checks as at a start; without a config nothing else can be examined. */
export function examineSettings(env: Environment): { config?: Config; findings: Finding[] } {
  try {
    const config = readConfig(env, ...startChecks())
    const warnings = config.warnings.map(say.warning)
    return { config, findings: warnings.length > 0 ? warnings : [say.ok('every variable is accepted')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { findings: error.message.split('\n').map(say.problem) }
  }
}
