import { pageSize } from '../../kernel/paging.ts'
import { inspectVotes as op } from '../../votes/inspect.ts'
import { type Arguments, bind, type Tool } from '../tool.ts'

/** Models fill in defaults. A valid page size, and voters: false, change nothing where nothing is listed. */
function tidy(given: Arguments): Arguments {
  const { limit, voters, ...rest } = given
  const lists = voters === true || (rest.voter ?? null) !== null
  const isIdle = !lists && pageSize.safeParse(limit).success
  return {
    ...rest,
    ...(voters !== undefined && voters !== false && { voters }),
    ...(limit !== undefined && !isIdle && { limit }),
  }
}

export const inspectVotes: Tool = {
  name: 'inspect_votes',
  title: 'Inspect votes',
  summary: 'How a message was voted on and by whom, an account’s karma, or how it voted.',
  advice:
    'Send board and post_id (voters: true lists who voted), or agent for karma, or voter for a history, or nothing for the rules. 30 votes are 9 KB.',
  openWorld: true,
  showsContent: true,
  performs: bind(op, { tidy }),
}
