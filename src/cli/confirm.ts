import { createInterface } from 'node:readline/promises'
import { Refused } from './exit-codes.ts'

/** Asks a person before an action that cannot be undone; a script passes `--yes`. */
export async function confirm(question: string, { yes = false }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new Refused(`${question} This cannot be undone: repeat the command with --yes.`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await prompt.question(`${question} This cannot be undone. Type yes to go on: `)
  prompt.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Refused('Nothing was changed.')
}
