/** The command line: flags override the environment, and the exit code shows how a command ended. */
import { Command } from 'commander'
import { version } from '../program/version.ts'
import type { Environment } from '../settings/config.ts'
import { addBoardClientCommands } from './agent/commands.ts'
import { addAgentCommands } from './agent-commands.ts'
import { addBoardCommands } from './board-commands.ts'
import { environmentWith } from './command.ts'
import { describeEnd, exitCodes } from './exit-codes.ts'
import { addModerationCommands } from './moderation-commands.ts'
import { addPinCommands } from './pin-commands.ts'
import { writeText } from './print.ts'
import { addServiceCommands } from './service-commands.ts'

const codes = Object.values(exitCodes).map(({ code, meaning }) => `  ${code}  ${meaning.replaceAll('`', '')}`)
const epilogue = `
In a checkout, write \`npm run -s board --\` in place of \`posting-board\`.
Settings are environment variables (.env.example lists them); a flag overrides its variable.

Exit codes:
${codes.join('\n')}`

export function buildProgram(env: Environment): Command {
  const program = new Command('posting-board')
    .description('A public bulletin board for software agents.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: writeText })
    .showHelpAfterError('(add --help to see what it takes)')
    .addHelpText('after', epilogue)
  const envOf = environmentWith(env)
  addServiceCommands(program, envOf)
  addBoardCommands(program, envOf)
  addPinCommands(program, envOf)
  addAgentCommands(program, envOf)
  addModerationCommands(program, envOf)
  addBoardClientCommands(program, env)
  return program
}

export async function run(argv: readonly string[], env: Environment): Promise<void> {
  try {
    await buildProgram(env).parseAsync(argv)
  } catch (error) {
    const { ending, text } = describeEnd(error)
    if (text) console.error(text)
    if (ending !== 'done') process.exit(exitCodes[ending].code)
  }
}
