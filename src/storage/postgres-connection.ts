/** One connection to PostgreSQL that never waits for ever: a server that falls silent counts as lost. */
import { Socket } from 'node:net'
import pg from 'pg'
import type { OpenOptions } from './sql.ts'
import { LostConnection } from './unusable.ts'

/** With keep-alive the system reports a dead idle connection, before a request tries to use it. */
const KEEP_ALIVE_MS = 5_000

/** Ends a session that holds the writer's lock and does nothing. */
const IDLE_IN_TRANSACTION_MS = 10_000

const INT8 = 20
const NUMERIC = 1700

/** Every BIGINT of the schema is a second or a count, far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
}

/** SQLSTATE class 08: a pooler reports with it that it has lost the server. */
const CONNECTION_EXCEPTION = '08'

/**
 * True for any failure that is not the server's answer to this statement: later answers could not be assigned any more.
 */
const isLoss = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.code?.startsWith(CONNECTION_EXCEPTION)

type ConnectionOptions = Omit<OpenOptions, 'observe'>

export class Connection {
  readonly #client: pg.Client
  readonly #socket = new Socket()
  readonly #timeouts: Readonly<Record<string, number>>
  /** A pooler such as PgBouncer may give each transaction another session: nothing that a session keeps may be used. */
  #isPooled: boolean | undefined
  /** Set once the connection cannot be used any more. */
  lost: LostConnection | undefined

  readonly reportCaught: OpenOptions['reportCaught']

  private constructor(url: string, { patience, reportCaught }: ConnectionOptions) {
    const { connectMs, statementMs, silenceMs } = patience
    this.reportCaught = reportCaught
    this.#client = new pg.Client({
      connectionString: url,
      types,
      pipeline: true,
      stream: () => this.#socket,
      connectionTimeoutMillis: connectMs,
      query_timeout: silenceMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'posting-board',
    })
    this.#timeouts = {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }
    // A connection lost between two statements is reported only by this event; without a listener it would end the
    // process.
    this.#client.on('error', (error) => this.drop(error))
  }

  static async open(url: string, options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(url, options)
    try {
      await connection.#client.connect()
      await connection.#setTimeouts()
      return connection
    } catch (error) {
      throw connection.drop(error)
    }
  }

  /**
   * PostgreSQL says at login which session this is; a pooler invents a number. The timeouts are not sent at login,
   * where PgBouncer refuses them, and through a pooler they end with this statement: the session will serve others,
   * too.
   */
  async #setTimeouts() {
    const { processID } = this.#client as pg.Client & { processID: number | null }
    const isOther = `pg_backend_pid() <> ${Number(processID)}`
    const settings = Object.entries(this.#timeouts).map(([name, ms]) => `set_config('${name}', '${ms}', ${isOther})`)
    const { rows } = await this.query<{ is_pooled: boolean }>(`SELECT ${isOther} AS is_pooled, ${settings.join(', ')}`)
    this.#isPooled = rows[0]?.is_pooled
  }

  /** A transaction through a pooler sets for itself what a session of its own would remember. */
  begin(mode: string): string[] {
    const settings = Object.entries(this.#timeouts).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
    return [`BEGIN ${mode}`, ...(this.#isPooled ? settings : [])]
  }

  async query<Row extends pg.QueryResultRow>(
    query: string | { name: string; text: string; values: unknown[] },
    maxMs?: number,
  ): Promise<pg.QueryResult<Row>> {
    const asked = typeof query === 'string' ? { text: query } : this.#isPooled ? { ...query, name: '' } : query
    const config = { ...asked, ...(maxMs && { query_timeout: maxMs + 1_000 }) }
    this.#sendTogether()
    try {
      return await this.#client.query<Row>(config)
    } catch (error) {
      throw this.lost ?? (isLoss(error) ? this.drop(error) : error)
    }
  }

  /** For statements whose answer is not needed: if one fails, the statements behind it fail, too. */
  send(text: string) {
    this.query(text).catch(() => {})
  }

  /** Sends the statements of one moment in one packet. */
  #sendTogether() {
    if (this.#socket.writableCorked > 0) return
    this.#socket.cork()
    process.nextTick(() => this.#socket.uncork())
  }

  /** Closes the socket without a message to the server, which may not be listening. */
  drop(reason: unknown): LostConnection {
    this.lost ??= reason instanceof LostConnection ? reason : new LostConnection(reason)
    this.#socket.destroy()
    return this.lost
  }

  /** An idle connection does not keep the process running. */
  setInUse(inUse: boolean) {
    if (inUse) this.#socket.ref()
    else this.#socket.unref()
  }

  /** Ends the session in the regular way. */
  async end(): Promise<void> {
    if (!this.lost) await this.#client.end().catch(() => {})
  }
}
