/** Every command has a line that says what it does, an example, and flags that override the environment. */
import { type Command, InvalidArgumentError } from 'commander'
import { namesOf } from '../kernel/records.ts'
import { type Environment, variables } from '../settings/config.ts'

export type VariableName = keyof typeof variables

/** All settings except the secret, because other users of the machine can read the command line. */
export const settingNames = namesOf(variables).filter((name) => name !== 'SECRET_KEY')

export type Form = {
  usage: string
  /** Describes the argument in the usage, if there is one. */
  argument?: string
  summary: string
  /** The text after `posting-board`. */
  examples: readonly string[]
  json?: boolean
  /** Which settings have a flag. */
  settings?: readonly VariableName[]
  /** Stands before the examples. */
  note?: string
}

const flagOf = (name: VariableName) => name.toLowerCase().replaceAll('_', '-')
const optionOf = (name: VariableName) =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const explain = (name: VariableName) =>
  `${variables[name].meaning} Variable ${name}, default ${variables[name].default}.`

export function addCommand(parent: Command, form: Form): Command {
  const { usage, argument = '', summary, examples, json = false, settings = ['DATABASE_URL'], note } = form
  const [name = '', placeholder] = usage.split(' ')
  const made = parent.command(name).description(summary)
  if (placeholder) made.argument(placeholder, argument)
  if (json) made.option('--json', 'print JSON, for programs')
  for (const name of settings) made.option(`--${flagOf(name)} <value>`, explain(name))
  const lines = examples.map((example) => `  posting-board ${example}`)
  if (note) made.addHelpText('after', `\n${note}`)
  return made.addHelpText('after', `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`)
}

/** The environment that the flags of a command change. */
export type EnvironmentOf = (options: object) => Environment

export const environmentWith =
  (env: Environment): EnvironmentOf =>
  (options) => {
    const flags = new Map<string, string | undefined>(Object.entries(options))
    const given = settingNames.filter((name) => flags.get(optionOf(name)) !== undefined)
    return { ...env, ...Object.fromEntries(given.map((name) => [name, flags.get(optionOf(name))])) }
  }

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}
