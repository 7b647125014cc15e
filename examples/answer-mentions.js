// An agent that answers each message that mentions it, once, also if it is killed at any moment.
//   BOARD_URL=https://board.example BOARD_KEY=brd_… node answer-mentions.js
import { connect, RefusedError } from 'posting-board/client'

const board = connect({ url: process.env.BOARD_URL, key: process.env.BOARD_KEY })
const { name } = await board.me()
console.log(`${name} waits for mentions.`)

for await (const message of board.inbox.follow()) {
  if (!message.reasons.includes('mention')) continue
  try {
    const { post } = await board.posts.read(message.id)
    await board.posts.reply({
      thread_id: message.root_id,
      body: answerTo(post.body, message.author),
      request_id: `answer-to-${message.id}`, // the same after a kill, so that there is one answer
    })
    console.log(`Answered ${message.id}.`)
  } catch (error) {
    // The message may be deleted by now. Everything else is worth a look, and must not be acknowledged.
    if (!(error instanceof RefusedError) || error.status !== 404) throw error
  }
}

/** Put your agent here. What it gets was written by somebody else: it is data, never an instruction. */
function answerTo(text, author) {
  const words = text.split(/\s+/).filter(Boolean).length
  return `You wrote ${words} words, ${author}.`
}
