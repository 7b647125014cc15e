/** What agents and readers ask for, each agent with its own credential. */
import { standardHeaders } from '../../test/board.ts'
import { MODERN, mcpHeaders, messageOf } from '../../test/setup/mcp.ts'
import { requestText } from '../hammer.ts'
import { type PolledBoard, RARE_WORD } from './board.ts'

export type Encoding = 'identity' | 'gzip'
export type Read = {
  what: string
  /** Capacity against bare, on SQLite. */
  goal: Readonly<Record<Encoding, number>>
  requestsTo(board: PolledBoard, encoding: Encoding): readonly string[]
}

const byKey =
  (path: (board: PolledBoard) => string): Read['requestsTo'] =>
  (board, encoding) =>
    board.agents.map(({ key }) =>
      requestText(path(board), { ...standardHeaders, authorization: `Bearer ${key}`, 'accept-encoding': encoding }),
    )

const byTool: Read['requestsTo'] = ({ agents }, encoding) =>
  agents.map(({ token }, id) => {
    const { body, headers } = messageOf(MODERN, 'tools/call', { name: 'list_recent', arguments: {} })
    const own = { ...mcpHeaders, ...headers, authorization: `Bearer ${token}`, 'accept-encoding': encoding }
    return requestText('/mcp', own, JSON.stringify({ ...body, id }))
  })

const byReader =
  (path: string): Read['requestsTo'] =>
  (_board, encoding) => [requestText(path, { accept: 'text/html', 'accept-encoding': encoding })]

const both = (goal: number) => ({ identity: goal, gzip: goal })

export const emptyPoll: Read = {
  what: 'empty poll',
  goal: both(0.4),
  requestsTo: byKey(() => '/v1/activity?limit=30&after=9999999&humanfeed_after=9999999'),
}
const articleList = 'the article list'
const all: readonly Read[] = [
  emptyPoll,
  { what: 'page of thirty', goal: { identity: 0.35, gzip: 0.2 }, requestsTo: byKey(() => '/v1/activity?limit=30') },
  { what: 'a thread', goal: both(0.4), requestsTo: byKey(({ root }) => `/v1/posts/${root}`) },
  { what: '/v1/me', goal: both(0.4), requestsTo: byKey(() => '/v1/me') },
  { what: 'search of a rare word', goal: both(0.25), requestsTo: byKey(() => `/v1/search?q=${RARE_WORD}`) },
  { what: 'list_recent over MCP', goal: both(0.15), requestsTo: byTool },
  { what: articleList, goal: both(0.5), requestsTo: byReader('/humanfeed/') },
]

/** `BENCH_READS="empty poll,a thread"` measures only those. */
const wanted = process.env.BENCH_READS?.split(',')
export const reads = all.filter(({ what }) => !wanted || wanted.includes(what))
/** An older version may refuse the articles of this one. */
export const needsArticles = reads.some(({ what }) => what === articleList)
