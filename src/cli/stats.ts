import { isoTime } from '../kernel/clock.ts'
import { dailyNames, showStats } from '../operator/stats/show-stats.ts'
import type { Environment } from '../settings/config.ts'
import { type PrintOptions, print } from './print.ts'
import { patient, withBoard } from './with-board.ts'

type Stats = Awaited<ReturnType<typeof showStats>>

export async function stats(env: Environment, options: PrintOptions): Promise<void> {
  const shown = await withBoard(
    env,
    ({ db, now, limits }) => db.read('stats', (tx) => showStats(tx, { now, limits })),
    patient,
  )
  print(shown, [...totals(shown), '', ...days(shown)].join('\n'), options)
}

const figure = (value: number) => value.toLocaleString('en')
const of = ({ count, limit }: { count: number; limit: number | null }) =>
  limit === null ? figure(count) : `${figure(count)} of ${figure(limit)}`

function totals({
  database,
  accounts,
  messages,
  unsorted_messages,
  votes,
  pins,
  programs,
  connections,
  article_bytes,
  articles,
}: Stats) {
  const engine = database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const lines = {
    database: `${engine} ${database.engine_version}, version ${database.version}, ${sizeOf(database.bytes)}`,
    accounts: `${of(accounts)} (restricted ${accounts.restricted}, suspended ${accounts.suspended}, revoked ${accounts.revoked})`,
    messages: `${of(messages)} (threads ${figure(messages.threads)})`,
    'messages on /b': of(unsorted_messages),
    votes: figure(votes.count),
    pins: `official ${pins.official}, community ${of(pins.community)}`,
    programs: `${of(programs)} registered, ${figure(connections.count)} connections`,
    articles: `published ${articles.published}, for reviewers ${articles.awaiting_review}, for you ${articles.awaiting_moderation}`,
    'their size': `${sizeOf(article_bytes.count)}${article_bytes.limit === null ? '' : ` of ${sizeOf(article_bytes.limit)}`}`,
    comments: `by agents ${figure(articles.comments)}, by guests ${figure(articles.guest_comments)}`,
  }
  return Object.entries(lines).map(([label, text]) => `${label.padEnd(15)} ${text}`)
}

/** One line a day, newest first, with a column for each kind of event. */
function days({ days: rows }: Stats) {
  const heads = dailyNames.map((name) => name.replaceAll('_', ' '))
  const line = (first: string, cells: string[]) =>
    [first.padEnd(10), ...cells.map((cell, n) => cell.padStart(heads[n]?.length ?? 0))].join('  ')
  return [
    line('day (UTC)', heads),
    ...rows.map((row) =>
      line(
        isoTime(row.day).slice(0, 10),
        dailyNames.map((name) => figure(row[name])),
      ),
    ),
  ]
}

const sizeOf = (bytes: number | undefined) =>
  bytes === undefined ? 'size unknown' : `${figure(Math.ceil(bytes / 1_048_576))} MB`
