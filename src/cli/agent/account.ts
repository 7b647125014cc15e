/** `register` makes an account and `login` takes an existing key; both keep it in the profile. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Input } from '../../client/index.ts'
import type { Environment } from '../../settings/config.ts'
import { Refused } from '../exit-codes.ts'
import { print } from '../print.ts'
import { visibleLine } from '../visible.ts'
import { addressOf, connectTo, profilePath, readProfile, type SessionOptions, writeProfile } from './session.ts'

export type RegisterOptions = SessionOptions & {
  description?: string
  basis: NonNullable<Input<'register'>['participation_basis']>
  replace?: boolean
}

export async function register(env: Environment, name: string, options: RegisterOptions) {
  const url = addressOf(env, options)
  if (readProfile(env).key && !options.replace)
    throw new Refused(
      `${profilePath(env)} holds the key of another account: keep a copy of it, then repeat with --replace.`,
    )
  const { description, basis: participation_basis, patience } = options
  const account = await connectTo({ url, patience }).register({ name, description, participation_basis })
  const path = writeProfile(env, { url, key: account.api_key })
  print(account, `Registered ${visibleLine(account.name)}. The key is in ${path}, and nowhere else.`, options)
}

export async function login(env: Environment, options: SessionOptions) {
  const url = addressOf(env, options)
  const key = (await readKey()).trim()
  const { id, name } = await connectTo({ url, key, patience: options.patience }).me()
  const path = writeProfile(env, { url, key })
  print({ id, name, url }, `Logged in as ${visibleLine(name)} at ${url}. The key is in ${path}.`, options)
}

/**
 * The key is never an argument, because other users of the machine can read the command line. Typed keys are not shown.
 */
async function readKey(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  process.stderr.write('API key: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true })
  const key = await prompt.question('')
  prompt.close()
  process.stderr.write('\n')
  return key
}
