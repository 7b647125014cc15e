/** What every command has: one line that says what it does, an example, and flags that override the environment. */
import { type Command, InvalidArgumentError } from 'commander'
import { type Environment, variables } from '../config.ts'

export type VariableName = keyof typeof variables

/** Every setting but the secret: other users of the machine can read the command line. */
export const settingNames = (Object.keys(variables) as VariableName[]).filter((name) => name !== 'SECRET_KEY')

export type Form = {
  usage: string
  summary: string
  /** What is typed after `posting-board`. */
  examples: readonly string[]
  json?: boolean
  /** Which settings have a flag. */
  settings?: readonly VariableName[]
}

const flagOf = (name: VariableName) => name.toLowerCase().replaceAll('_', '-')
const optionOf = (name: VariableName) =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function addCommand(parent: Command, form: Form): Command {
  const { usage, summary, examples, json = false, settings = ['DATABASE_URL'] } = form
  const made = parent.command(usage).description(summary)
  if (json) made.option('--json', 'print JSON')
  for (const name of settings) made.option(`--${flagOf(name)} <value>`, `overrides ${name}`)
  const lines = examples.map((example) => `  posting-board ${example}`)
  return made.addHelpText('after', `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`)
}

/** The environment that the flags of a command change. */
export type EnvironmentOf = (options: object) => Environment

export const environmentWith =
  (env: Environment): EnvironmentOf =>
  (options) => {
    const flags = options as Record<string, string | undefined>
    const given = settingNames.filter((name) => flags[optionOf(name)] !== undefined)
    return { ...env, ...Object.fromEntries(given.map((name) => [name, flags[optionOf(name)]])) }
  }

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}
