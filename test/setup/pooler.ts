/**
 * A connection pooler in transaction mode, as strict as PgBouncer is and less kind: every transaction gets the session
 * that has been idle for longest, so what a session remembers is never there again.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const SESSIONS = 6
const PROTOCOL_3 = 196_608
/** What PgBouncer takes at login; it refuses everything else. */
const accepted = new Set(['user', 'database', 'client_encoding', 'application_name'])

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}
const text = (value: string) => Buffer.from(`${value}\0`)

const startup = (parameters: Record<string, string>) => {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)])
  return message('', int32(PROTOCOL_3), ...pairs, Buffer.from([0]))
}

/** Calls back for every message of a stream, however it is cut into packets. */
function eachMessage(read: (type: string, bytes: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length >= rest.readInt32BE(1) + 1) {
      const bytes = rest.subarray(0, rest.readInt32BE(1) + 1)
      rest = rest.subarray(bytes.length)
      read(String.fromCharCode(bytes[0] as number), bytes)
    }
  }
}

type Session = { socket: Socket; client: Socket | undefined; unanswered: number }

export async function openPooler(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const login = startup({ user: target.username, database: target.pathname.slice(1) })
  const idle: Session[] = []
  const waiting: ((session: Session) => void)[] = []
  const sockets = new Set<Socket>()
  const namedStatements: string[] = []

  const giveBack = (session: Session) => {
    session.client = undefined
    const next = waiting.shift()
    if (next) next(session)
    else idle.push(session)
  }
  const openSession = () =>
    new Promise<void>((opened) => {
      const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
      const session: Session = { socket, client: undefined, unanswered: 1 }
      sockets.add(socket)
      const read = eachMessage((type, bytes) => {
        session.client?.write(bytes)
        if (type === 'Z') session.unanswered--
        const isDone = type === 'Z' && bytes[5] === 'I'.charCodeAt(0) && session.unanswered === 0
        if (isDone) giveBack(session)
        if (isDone) opened()
      })
      socket.on('data', read).on('error', () => {})
      socket.write(login)
    })
  await Promise.all(Array.from({ length: SESSIONS }, openSession))

  function serve(client: Socket) {
    let session: Session | undefined
    let queue = Promise.resolve()
    const forward = async (type: string, bytes: Buffer) => {
      if (type === 'X') return
      if (type === 'P' && bytes[5] !== 0) namedStatements.push(bytes.toString('latin1', 5, bytes.indexOf(0, 5)))
      if (session?.client !== client)
        session = idle.shift() ?? (await new Promise<Session>((resolve) => waiting.push(resolve)))
      session.client = client
      if (type === 'Q' || type === 'S') session.unanswered++
      session.socket.write(bytes)
    }
    const read = eachMessage((type, bytes) => {
      queue = queue.then(() => forward(type, bytes))
    })
    client.on('error', () => {})
    client.once('data', (bytes: Buffer) => {
      const words = bytes.toString('latin1', 8).split('\0')
      const refused = words.find((word, n) => n % 2 === 0 && word !== '' && !accepted.has(word))
      if (refused) {
        const reason = `unsupported startup parameter: ${refused}`
        return void client.end(message('E', text('SFATAL'), text('C08P01'), text(`M${reason}`), Buffer.from([0])))
      }
      client.on('data', read)
      client.write(
        Buffer.concat([
          message('R', int32(0)),
          message('K', int32(1_000_000_000 + sockets.size), int32(1)),
          message('Z', Buffer.from('I')),
        ]),
      )
    })
  }

  const listener = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    serve(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`

  return {
    url: url.href,
    sessions: SESSIONS,
    /** Names of statements that were prepared for a later transaction, which would not find them. */
    namedStatements,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
