/** A network between the board and PostgreSQL that can fall silent: bytes vanish, and connections stay open. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Line = { client: Socket; server: Socket; isSilent: boolean; isWriting: boolean; isAnswered: boolean }

export type SlowPeer = Awaited<ReturnType<typeof openSlowPeer>>

export async function openSlowPeer(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const lines = new Set<Line>()
  const sent: string[] = []
  const upstream: Socket[] = []
  let isRefusing = false
  let isSwallowing = false
  let swallowed = 0
  let roundTrips = 0
  let plan: { isDelivered: boolean; isFollowedByRefusal: boolean; silencesAll: boolean } | undefined

  function forward(line: Line, bytes: Buffer) {
    const text = bytes.toString('latin1')
    sent.push(text)
    if (line.isAnswered) roundTrips++
    line.isAnswered = false
    if (line.isSilent) {
      swallowed++
      return
    }
    if (text.includes('UPDATE writer')) line.isWriting = true
    if (plan && line.isWriting && text.includes('COMMIT\0')) {
      for (const silent of plan.silencesAll ? lines : [line]) silent.isSilent = true
      isRefusing = plan.isFollowedByRefusal
      const { isDelivered } = plan
      plan = undefined
      if (!isDelivered) return
    }
    line.server.write(bytes)
  }

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (isRefusing) return void client.destroy()
    const line: Line = {
      client,
      server: connect({ host: target.hostname, port: Number(target.port) }),
      isSilent: isSwallowing,
      isWriting: false,
      isAnswered: true,
    }
    lines.add(line)
    client.on('data', (bytes: Buffer) => forward(line, bytes))
    client.on('end', () => !line.isSilent && client.end()) // its end is swallowed, too
    line.server.on('data', (bytes) => {
      line.isAnswered = true
      if (!line.isSilent) client.write(bytes)
    })
    const end = () => {
      lines.delete(line)
      client.destroy()
      // A network that swallows packets does not tell the server that the client is gone.
      if (!line.isSilent) line.server.destroy()
    }
    client.on('close', end).on('error', () => {})
    line.server.on('close', () => !line.isSilent && client.destroy()).on('error', () => {})
    upstream.push(line.server)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)

  return {
    url: url.href,
    /** Every connection that is open breaks; new ones work. */
    cut() {
      for (const { client } of lines) client.destroy()
    },
    /** Every connection that is open falls silent; new ones work. */
    silence() {
      for (const line of lines) line.isSilent = true
    },
    /** Every connection falls silent, and so does each that is opened from now on. */
    swallowEverything() {
      isSwallowing = true
      for (const line of lines) line.isSilent = true
    },
    /** The connection that next commits a write falls silent, or every one, before or after the server got the COMMIT. */
    silenceAtCommit({ isDelivered = true, isFollowedByRefusal = false, silencesAll = false } = {}) {
      plan = { isDelivered, isFollowedByRefusal, silencesAll }
    },
    acceptAgain() {
      isRefusing = false
      isSwallowing = false
    },
    /** How many packets vanished on their way to the server. */
    swallowed: () => swallowed,
    /** How often something was sent after an answer had come. */
    roundTrips: () => roundTrips,
    /** How many packets with this text were sent to the server. */
    count: (text: string) => sent.filter((packet) => packet.includes(text)).length,
    async [Symbol.asyncDispose]() {
      for (const socket of upstream) socket.destroy()
      for (const { client } of lines) client.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
