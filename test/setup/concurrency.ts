/** Sends many requests at once and counts their outcomes. */
import assert from 'node:assert/strict'
import type { Answer } from './call.ts'

export const MANY = 64
export const atOnce = <T>(act: (n: number) => Promise<T>, count = MANY) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

const MAX_REPEATS = 100

/** A server that was too busy to do anything is asked again, as agents do. */
export async function askAgain(act: () => Promise<Answer>): Promise<Answer> {
  const didNothing = ({ body }: Answer) => body?.error?.code === 'UNAVAILABLE' && !body.error.details?.outcome
  let answer = await act()
  for (let n = 0; didNothing(answer) && n < MAX_REPEATS; n++) answer = await act()
  return answer
}

/** The body of an answer that serves the request; a refusal fails. */
export async function served(act: () => Promise<Answer>): Promise<Answer['body']> {
  const answer = await askAgain(act)
  assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** `{ 201: 1, 'CAPACITY 503': 63 }`: how many came back with each outcome. */
export function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = body.error ? `${body.error.code} ${status}` : String(status)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
