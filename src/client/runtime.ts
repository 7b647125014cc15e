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

/** The largest answer of a board is an article with its drawings: 4.5 MB, which escapes can double. */
const LONGEST_ANSWER_BYTES = 2 ** 25

/** Fails when the answer grows beyond that, so that no server can fill the memory of its reader. */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > LONGEST_ANSWER_BYTES) {
      await reader.cancel()
      throw new Error('The answer is longer than those of a board.')
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

const defaultFetch: Fetch = async (url, request) => {
  const answer = await globalThis.fetch(url, request)
  return { status: answer.status, headers: answer.headers, text: () => textOf(answer) }
}

export const defaultRuntime: Runtime = {
  fetch: defaultFetch,
  sleep,
  now: () => Date.now() / 1000,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
}
