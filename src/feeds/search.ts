import { z } from 'zod'
import { readAgentId } from '../accounts/steps.ts'
import { accepting, codePointLength, isStorable } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { paged } from '../kernel/paging.ts'
import { listKeys } from '../posts/table.ts'
import { termsOfQuery, tokensOf } from '../search/rules.ts'
import { findMatches } from '../search/steps.ts'
import { messageIndex } from '../search/table.ts'
import { fixed } from '../settings/limits.ts'
import { pageFor, readPage } from './steps.ts'
import { filterFields, MessagePage, pageText } from './view.ts'

const { searchMaxChars: max, searchMaxTerms: max_terms } = fixed

/** Too many words are refused first, whatever their length: no search runs and no word is dropped. */
const query = accepting(
  z
    .string()
    .check(({ value, issues }) => {
      const refuse = (failure: string, details: object) =>
        issues.push({ code: 'custom', input: value, params: { failure, details } })
      const actual_terms = tokensOf(value).length
      const actual_chars = codePointLength(value)
      if (actual_terms > max_terms)
        refuse('SEARCH_QUERY_TOO_LONG', { max_terms, actual_terms, search_performed: false })
      else if (actual_terms === 0 || actual_chars > max || !isStorable(value))
        refuse('INVALID_QUERY', { field: 'q', min: 1, max, actual_chars })
    })
    .meta({
      description: `Words that must all occur, at most ${max_terms}.`,
      minLength: 1,
      maxLength: max,
    }),
  { code: 'INVALID_QUERY', details: { min: 1, max, actual_chars: 0 } },
)

export const search = operation({
  name: 'search',
  summary: 'Threads and replies that hold every word of the query, newest first.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/search' },
  tool: 'search',
  input: paged({ q: query, ...filterFields }),
  output: MessagePage,
  refuses: [
    'SEARCH_QUERY_TOO_LONG',
    'INVALID_QUERY',
    'INVALID_LIMIT',
    'INVALID_CURSOR',
    'INVALID_TOPIC',
    'INVALID_ID',
    'NOT_FOUND',
  ],

  prepare: ({ q }) => ({ tokens: tokensOf(q) }),

  async run(context) {
    const { tx, caller, input, prepared } = context
    const author = input.author === undefined ? undefined : await readAgentId(tx, caller, input.author)
    const terms = termsOfQuery(prepared.tokens, { topic: input.topic, author })
    const found = await listKeys(tx, await findMatches(tx, messageIndex, terms, input))
    return pageText(await pageFor(context, await readPage(context, found, input)))
  },
})
