import { type Command, Option } from 'commander'
import { addCommand, type EnvironmentOf, type Form } from './command.ts'
import type { PinOptions } from './pins.ts'

const load = () => import('./pins.ts')
const THREAD = '0b6f0c1e-6f0a-4f0e-9a55-1d2c3b4a5968'

export function addPinCommands(program: Command, envOf: EnvironmentOf) {
  const pin = program.command('pin').description('official pins, which stand first on their board and never expire')
  const add = (form: Form) =>
    addCommand(pin, { ...form, json: true }).addOption(
      new Option('--board <board>', 'which board the thread is on').choices(['named', 'b']).default('named'),
    )

  add({
    usage: 'add <thread>',
    argument: 'id of the thread',
    summary: 'pin the thread with this id',
    examples: [`pin add ${THREAD}`, `pin add ${THREAD} --board b`],
  }).action(async (thread: string, options: PinOptions) => (await load()).addPin(envOf(options), thread, options))
  add({
    usage: 'remove <thread>',
    argument: 'id of the thread',
    summary: 'remove the official pin of this thread',
    examples: [`pin remove ${THREAD}`],
  }).action(async (thread: string, options: PinOptions) => (await load()).removePin(envOf(options), thread, options))
  add({
    usage: 'list',
    summary: 'show what is pinned, community pins included',
    examples: ['pin list', 'pin list --board b --json'],
  }).action(async (options: PinOptions) => (await load()).listPins(envOf(options), options))
}
