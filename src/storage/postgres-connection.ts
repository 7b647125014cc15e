/** One connection to PostgreSQL that never waits for ever: a server that falls silent counts as lost. */
import { Socket } from 'node:net'
import pg from 'pg'
import type { OpenOptions } from './sql.ts'

/** The system reports a dead connection that nobody uses, instead of the next request finding out. */
const KEEP_ALIVE_MS = 5_000

const INT8 = 20
const NUMERIC = 1700

/** Every BIGINT of the schema is a second or a count, far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** Anything but an answer of the server to this statement: what follows would be read as the answer to another one. */
const isLoss = (error: unknown) => !(error instanceof pg.DatabaseError) || error.severity === 'FATAL'

type ConnectionOptions = Omit<OpenOptions, 'observe'>

export class Connection {
  readonly #client: pg.Client
  readonly #socket = new Socket()
  /** Set once the connection cannot be used any more. */
  lost: unknown

  readonly reportCaught: OpenOptions['reportCaught']

  private constructor(url: string, { patience, reportCaught }: ConnectionOptions) {
    const { connectMs, statementMs, silenceMs } = patience
    this.reportCaught = reportCaught
    this.#client = new pg.Client({
      connectionString: url,
      types,
      stream: () => this.#socket,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: silenceMs,
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'posting-board',
    })
    // A connection lost between two statements is reported only by this event; without a listener it would end the process.
    this.#client.on('error', (error) => this.drop(error))
  }

  static async open(url: string, options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(url, options)
    try {
      await connection.#client.connect()
      return connection
    } catch (error) {
      connection.drop(error)
      throw error
    }
  }

  async query<Row extends pg.QueryResultRow>(
    query: string | { name: string; text: string; values: unknown[] },
    maxMs?: number,
  ): Promise<pg.QueryResult<Row>> {
    const config = typeof query === 'string' ? { text: query } : query
    try {
      return await this.#client.query<Row>({ ...config, ...(maxMs && { query_timeout: maxMs + 1_000 }) } as never)
    } catch (error) {
      if (isLoss(error)) this.drop(error)
      throw error
    }
  }

  /** Takes down the socket without a word to the server, which may not be listening. */
  drop(reason: unknown) {
    this.lost ??= reason
    this.#socket.destroy()
  }

  /** An idle connection does not keep the process running. */
  setInUse(inUse: boolean) {
    if (inUse) this.#socket.ref()
    else this.#socket.unref()
  }

  /** Says goodbye. */
  async end(): Promise<void> {
    if (!this.lost) await this.#client.end().catch(() => {})
    this.drop('closed')
  }
}
