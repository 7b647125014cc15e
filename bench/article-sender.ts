/** Submits the articles, in a separate process, because sending megabytes would disturb the measurement. */
import { constants, setPriority } from 'node:os'
import { signUp } from '../test/setup/people.ts'
import { connect } from '../test/setup/processes.ts'
import { largest, prose, submit } from './documents.ts'

setPriority(constants.priority.PRIORITY_LOW) // agents send from machines of their own

/** How long each article took, and how large one is. */
export type Sent = { took: number[]; megabytes: number }

const { BOARD_URL = '', ARTICLES, AT_ONCE } = process.env
const { call } = connect(BOARD_URL)
const writer = await signUp(call, 'writer')
for (let n = 0; n < 30; n++) await writer.posts({ body: prose(400) })
for (let n = 0; n < 2; n++) await submit(writer, largest(n)) // until the thread runs and the code is warm
const documents = Array.from({ length: Number(ARTICLES) }, (_, n) => Buffer.from(largest(n + 2)))

/** Each message asks for the next few, one after the other. */
process.on('message', async () => {
  const took: number[] = []
  const sent = documents.splice(0, Number(AT_ONCE))
  for (const document of sent) {
    const started = performance.now()
    await submit(writer, document)
    took.push(performance.now() - started)
  }
  process.send?.({ took, megabytes: (sent[0]?.length ?? 0) / 1e6 } satisfies Sent)
})
process.send?.({})
