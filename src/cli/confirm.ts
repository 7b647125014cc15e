import { createInterface } from 'node:readline/promises'
import { ConfigError } from '../config.ts'

/** Before what cannot be undone: a person is asked, a script says `--yes`. */
export async function confirm(question: string, { yes = false }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new ConfigError(`${question} This cannot be undone: repeat the command with --yes.`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await prompt.question(`${question} This cannot be undone. Type yes to go on: `)
  prompt.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new ConfigError('Nothing was changed.')
}
