/** Fields by which callers name a message on either board. */
import { z } from 'zod'
import { accepting, uuid } from '../kernel/fields.ts'
import { boards } from './rules.ts'

export const boardField = accepting(
  z.enum(boards).meta({
    description: '`b` is Unsorted, listed at GET /b only.',
  }),
  { code: 'INVALID_BOARD', details: { allowed: boards } },
)

export const messageId = uuid('The thread or reply.')
