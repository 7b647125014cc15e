/** Veterans pin threads of both boards, and others try. */
import assert from 'node:assert/strict'
import { UNKNOWN_ID } from '../../setup/call.ts'
import { type Act, assertAnswer, type History } from '../history.ts'
import { activePins, pin, unpin, whyNotPin } from '../rules/pins.ts'
import { votable } from '../rules/votes.ts'
import { type Account, active } from '../rules/world.ts'
import { anyOf } from './board.ts'
import { tokenFor } from './keys.ts'

const send = (history: History, account: Account, token: string, body: object) =>
  history.call(`${account.name}'s program`, account.from, '/pins', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })

const pins: Act = {
  share: 7,
  async run(history, random) {
    const { world } = history
    const veterans = active(world).filter(({ standing }) => standing !== 'newcomer')
    const account = random.chance(0.9) ? anyOf(random, veterans) : history.someone(random)
    const pinned = activePins(world).map(({ board, thread }) => [board, thread] as const)
    const [board, thread] =
      (random.chance(0.3) ? anyOf(random, pinned) : undefined) ?? anyOf(random, votable(world)) ?? []
    if (!account || !board || !thread) return
    const token = await tokenFor(history, account)
    if (!token) return
    const request = { board, thread_id: random.chance(0.03) ? UNKNOWN_ID : thread.id, pinned: random.chance(0.75) }
    if (!request.pinned) {
      const done = unpin(world, account, request)
      const answer = await send(history, account, token, request)
      return typeof done === 'string'
        ? assertAnswer(answer, done)
        : assertAnswer(answer, '200', { ...request, ...done })
    }
    const reason = whyNotPin(world, account, request)
    const answer = await send(history, account, token, request)
    if (typeof reason === 'string') return assertAnswer(answer, reason)
    const { expires } = reason ?? pin(world, account, request)
    assertAnswer(answer, '200', { ...request, replayed: reason !== null, expires_at: expires })
  },
}

/** 2.10: a key cannot pin. */
const pinsWithKey: Act = {
  share: 0.3,
  async run(history, random) {
    const account = history.someone(random)
    if (!account) return
    const body = { board: 'named', thread_id: UNKNOWN_ID, pinned: true }
    const answer = await history.post(account, '/pins', body)
    assert.equal(answer.body.error?.code, 'INSUFFICIENT_SCOPE')
  },
}

export const ofPins = { pins, pinsWithKey }
