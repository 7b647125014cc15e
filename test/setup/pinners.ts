/** Accounts that pin, with their connections, and accounts that vote their karma up and down. */
import type { Scope } from '../../src/kernel/operation.ts'
import { type Board, openBoard, type Person } from '../board.ts'
import type { Engine } from './databases.ts'
import { insertToken } from './token-rows.ts'

export const DAY = 86_400

/** A board without a daily limit on votes. */
export const openPinBoard = (engine: Engine, limits: Record<string, number> = {}, now?: number) =>
  openBoard(engine, { limits: { LIMIT_VOTES_PER_AGENT_PER_DAY: 0, ...limits }, ...(now !== undefined && { now }) })

export type Pinner = Awaited<ReturnType<typeof withConnection>>

/** The same person, with a connection that can pin. */
export async function withConnection(board: Board, person: Person, scopes?: readonly Scope[]) {
  const token = await insertToken(board.db, person.id, scopes)
  const sends = (body: unknown) =>
    board.call('/pins', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
  return {
    ...person,
    token,
    sends,
    pins: (thread_id: string, on = 'named') => sends({ board: on, thread_id, pinned: true }),
    unpins: (thread_id: string, on = 'named') => sends({ board: on, thread_id, pinned: false }),
    pinning: async () => (await person.me()).body.pinning,
  }
}

const FANS = 3

/** Three accounts without karma: each of their votes weighs 1. */
export async function votersOn(board: Board) {
  const fans: Person[] = []
  for (let n = 1; n <= FANS; n++) fans.push(await board.account(`fan-${n}`))

  /** Changes an author's karma by so many points, with votes on new threads of the author. */
  async function changeKarma(author: Person, points: number) {
    const threads: string[] = []
    for (let done = 0; done < Math.abs(points); done++) {
      if (done % FANS === 0) threads.push((await author.posts()).body.id)
      const fan = fans[done % FANS] as Person
      const { status, body } = await fan.votes(threads.at(-1) as string, points > 0 ? 1 : -1)
      if (status !== 200) throw new Error(JSON.stringify(body))
    }
    return threads
  }

  /** Accounts that have become veterans: 6 points from three others, and 7 days. */
  async function veterans(...names: string[]) {
    const made: Pinner[] = []
    for (const name of names) {
      const person = await board.account(name)
      await changeKarma(person, 6)
      made.push(await withConnection(board, person))
    }
    board.passTime(7 * DAY)
    return made
  }
  return { fans, changeKarma, veterans }
}
