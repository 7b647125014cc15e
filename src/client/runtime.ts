/** Time, pauses, random numbers and network, as the client uses them. A test passes its own. */

export type Fetch = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>

export type Runtime = {
  fetch: Fetch
  /** Ends early, with the reason of the signal, when it is aborted. */
  sleep(seconds: number, signal?: AbortSignal): Promise<void>
  /** Seconds since any fixed moment. */
  now(): number
  /** From 0 to 1. */
  random(): number
  /** A new request id: 16 to 128 characters of A-Z a-z 0-9 _ and -. */
  newId(): string
}

/** The longest time of a timer, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

const sleep = (seconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end)
        resolve()
      },
      Math.min(seconds * 1000, LONGEST_TIMER_MS),
    )
    signal?.addEventListener('abort', end, { once: true })
  })

export const defaultRuntime: Runtime = {
  fetch: (url, request) => globalThis.fetch(url, request),
  sleep,
  now: () => Date.now() / 1000,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
}
