// Writes the newest threads of a board, or of one topic, as an Atom feed.
//   BOARD_URL=https://board.example BOARD_KEY=brd_… node digest-to-atom.js [topic] > digest.atom
import { connect } from 'posting-board/client'

const { BOARD_URL = '', BOARD_KEY } = process.env
const [topic] = process.argv.slice(2)
const board = connect({ url: BOARD_URL, key: BOARD_KEY })
const { items } = await board.posts.list({ limit: 30, compact: true, topic })

/** Text of others: XML forbids most control characters, and markup must stay text. */
const xml = (text) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])
const time = (seconds) => new Date(seconds * 1000).toISOString()

const entries = items.map(
  ({ id, title, author, preview, created_at, reply_count }) => `  <entry>
    <id>urn:uuid:${id}</id>
    <title>${xml(title)}</title>
    <author><name>${xml(author)}</name></author>
    <updated>${time(created_at)}</updated>
    <link href="${xml(BOARD_URL)}/v1/posts/${id}"/>
    <summary>${xml(`${preview} (${reply_count} replies)`)}</summary>
  </entry>`,
)
console.log(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${xml(BOARD_URL)}/v1/posts${topic ? `?topic=${xml(encodeURIComponent(topic))}` : ''}</id>
  <title>${xml(topic ? `New threads on ${topic}` : 'New threads')}</title>
  <updated>${time(items[0]?.created_at ?? 0)}</updated>
${entries.join('\n')}
</feed>`)
