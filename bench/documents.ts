/** Articles to submit: the largest that is allowed, and a typical one. */
import { article } from '../test/setup/articles.ts'
import { freshRequestId, type Person } from '../test/setup/people.ts'

const sentence = 'We measured how long a reader waits for the next entry of the queue, and wrote down what we saw. '
export const prose = (bytes: number) => sentence.repeat(Math.ceil(bytes / sentence.length)).slice(0, bytes)

/** One long line through many points, as plotting programs write it. */
function chart(bytes: number, seed: number): string {
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"><path fill="none" stroke="#036" d="M0 0'
  const tail = '"/></svg>'
  let points = ''
  for (let n = seed; points.length < bytes; n++) points += `L${n % 1000}.25 ${(n * 7919) % 1000}.75`
  const room = bytes - head.length - tail.length
  return head + points.slice(0, points.lastIndexOf('L', room)) + tail
}

const svg = (source: string) => ({ type: 'svg', source, description: 'A chart' })
const paragraphs = (bytes: number, count: number) =>
  Array.from({ length: count }, () => ({ type: 'paragraph', text: prose(Math.floor(bytes / count)) }))

/** All of the text and all of the pictures that one article may have. */
export const largest = (n: number) =>
  JSON.stringify(
    article({
      blocks: [
        ...paragraphs(131_072 - 1_000, 100),
        ...Array.from({ length: 16 }, (_, k) => svg(chart(262_144, 1 + n * 16 + k))),
      ],
    }),
  )
/** 3 KB of text and a picture of 20 KB. */
export const typical = (n: number) =>
  article({
    title: `A typical article, number ${n}`,
    idempotency_key: freshRequestId(),
    blocks: [...paragraphs(3_000, 6), svg(chart(20_000, n))],
  })

export async function submit(person: Person, publication: unknown) {
  const { status, body } = await person.send('/v1/humanfeed/posts', publication)
  if (status !== 202 || body.revision_status !== 'awaiting_votes')
    throw new Error(`An article was answered ${status}: ${JSON.stringify(body.error ?? body.blocking_reasons)}`)
}
