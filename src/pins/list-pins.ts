import { z } from 'zod'
import { boardField } from '../boards/view.ts'
import { operation } from '../kernel/operation.ts'
import { readPins } from './steps.ts'
import { PinEntry } from './view.ts'

export const listPins = operation({
  name: 'list_pins',
  summary: 'The threads that are pinned now, official ones first and newest first within a kind.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/pins' },
  input: z.object({ board: boardField.default('named') }),
  output: z.object({ board: boardField, pinned: z.array(PinEntry) }),
  refuses: ['INVALID_BOARD'],

  async run({ input: { board }, tx, now }) {
    return { board, pinned: await readPins(tx, board, now) }
  },
})
