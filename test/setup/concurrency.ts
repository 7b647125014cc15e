/** Many at once, and what became of them. */
import type { Answer } from './call.ts'

export const MANY = 64
export const atOnce = <T>(act: (n: number) => Promise<T>, count = MANY) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

/** `{ 201: 1, 'CAPACITY 503': 63 }`: how many came back with each outcome. */
export function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = body.error ? `${body.error.code} ${status}` : String(status)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
