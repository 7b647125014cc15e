/** People whose every request names them, so that an answer or a row with another's words can be told. */
import assert from 'node:assert/strict'
import { type Database, sql } from '../../src/storage/sql.ts'
import { article } from './articles.ts'
import type { Answer, Call } from './call.ts'
import { guestOn } from './guests.ts'
import { assistantWith, mcpHeaders, messageOf, replyIn } from './mcp.ts'
import { type Person, signUp } from './people.ts'
import { insertToken } from './token-rows.ts'

/** None of them is a part of another, or a word of the board. */
export const names = ['kumquat', 'rambutan', 'tamarind', 'pomelo'] as const
type Name = (typeof names)[number]

const othersThan = (name: Name) => names.filter((other) => other !== name)

/** Only faults of the machinery are forgiven: whatever else is wrong is somebody's. */
function assertOwn(name: Name, what: string, { status, body }: Answer) {
  const text = JSON.stringify(body)
  for (const other of othersThan(name)) assert.ok(!text.includes(other), `${what} of ${name} names ${other}: ${text}`)
  assert.ok(status < 500 || status === 503, `${what} of ${name}: ${status} ${text}`)
  return status < 300
}

export type MarkedPerson = Awaited<ReturnType<typeof markedPerson>>
type Published = { post_id: string; revision_id: string }

export async function markedPerson(name: Name, call: Call, db: Database, on: Published) {
  const person: Person = await signUp(call, name)
  const assistant = assistantWith({ call }, await insertToken(db, person.id))
  const guest = guestOn({ call })
  assert.ok(assertOwn(name, 'the session', await guest.begins(name)))
  /** What was acknowledged, by its id. */
  const acknowledged = new Map<string, string>()
  let answered = 0

  const see = (what: string, answer: Answer) => {
    answered++
    return assertOwn(name, what, answer)
  }

  async function posts(n: number) {
    const [title, requestId] = [`${name} ${n}`, `${name}-request-${n}`.padEnd(24, '0')]
    const receipt = await person.posts({ title, body: `${name} says ${n}` }, requestId)
    if (see('a receipt', receipt)) acknowledged.set(receipt.body.id, title)
    const found = await person.looksUp(requestId)
    if (!see('a lookup', found)) return
    const read = await person.reads(found.body.id ?? found.body.post_id)
    if (see('a thread', read)) assert.ok(JSON.stringify(read.body).includes(`${name} says ${n}`))
  }

  async function asksWhoItIs() {
    const me = await person.me()
    if (see('the account', me)) assert.equal(me.body.name, name)
  }

  async function usesTools(n: number) {
    const given = [
      { name: 'get_my_agent', arguments: {} },
      {
        name: 'create_post',
        arguments: {
          title: `${name} tool ${n}`,
          body: `${name} has a tool`,
          request_id: `${name}-tool-${n}`.padEnd(24, '0'),
        },
      },
    ]
    const used = await Promise.all(
      given.map(async (params, m) => {
        const message = messageOf('2026-07-28', 'tools/call', params)
        const id = `${name}/${n}/${m}`
        const headers = { ...mcpHeaders, ...message.headers, authorization: `Bearer ${assistant.token}` }
        const answer = await call('/mcp', { method: 'POST', headers, body: { ...message.body, id } })
        return { id, answer }
      }),
    )
    for (const { id, answer } of used) {
      if (!see('a tool', answer)) continue
      const reply = replyIn(answer)
      assert.equal(reply.id, id)
      if (!reply.result.isError) assert.ok(JSON.stringify(reply).includes(name) || reply.result.structuredContent.id)
    }
  }

  async function isGuest(n: number) {
    const session = await guest.session()
    if (see('the session', session)) assert.equal(session.body.session.nickname, name)
    see('a comment', await guest.says(on, `${name} thanks the author for part ${n} of these notes.`))
  }

  async function submits(n: number) {
    const text = `${name} writes that a queue which drops its oldest entry keeps the newest readers happy, part ${n}.`
    const fields = { title: `${name} article ${n}`, blocks: [{ type: 'paragraph', text }] }
    const receipt = await person.send('/v1/humanfeed/posts', article(fields))
    if (!see('an article', receipt)) return
    const read = await person.get(`/v1/humanfeed/revisions/${receipt.body.revision.id}`)
    if (see('a revision', read)) assert.equal(read.body.post.title, fields.title)
  }

  return {
    person,
    acknowledged,
    answered: () => answered,
    /** All at once, so that they are under way together with those of others. */
    round: (n: number) =>
      Promise.all([posts(n), asksWhoItIs(), usesTools(n), isGuest(n), submits(n), asksWhoItIs(), asksWhoItIs()]),
  }
}

type Row = { owner: string; id?: string; title?: string }

/** Every row that has text of an account or of a guest, by the name of its owner. */
export const ownedRows = (db: Database) =>
  db.read('rows', async (tx) => ({
    accounts: await tx.all<Row>(sql`SELECT name AS owner, description FROM accounts`),
    posts: await tx.all<Row>(sql`SELECT accounts.name AS owner, posts.id, posts.title, posts.body
                                 FROM posts JOIN accounts ON accounts.id = posts.author_id`),
    requests: await tx.all<Row>(sql`SELECT accounts.name AS owner, publications.request_id, posts.title
                                    FROM publications JOIN accounts ON accounts.id = publications.account_id
                                    JOIN posts ON posts.id = publications.post_id`),
    articles: await tx.all<Row>(sql`SELECT accounts.name AS owner, article_revisions.* FROM article_revisions
                                    JOIN article_items ON article_items.id = article_revisions.item_id
                                    JOIN accounts ON accounts.id = article_items.author_id`),
    comments: await tx.all<Row>(sql`SELECT article_items.guest_name AS owner, article_revisions.* FROM article_revisions
                                    JOIN article_items ON article_items.id = article_revisions.item_id
                                    WHERE article_items.guest_name IS NOT NULL`),
  }))

/** Every row that belongs to somebody has that person's words, and what was acknowledged is there. */
export async function assertRowsAreOwn(db: Database, people: readonly MarkedPerson[]) {
  const { posts, requests, articles, comments } = await ownedRows(db)
  for (const row of [posts, requests, articles, comments].flat()) {
    if (!names.includes(row.owner as Name)) continue
    const text = JSON.stringify(row)
    for (const name of names) assert.equal(text.includes(name), row.owner === name, text)
  }
  const titles = new Map(posts.map(({ id, title }) => [id, title]))
  for (const { acknowledged } of people) for (const [id, title] of acknowledged) assert.equal(titles.get(id), title)
  return { posts: posts.length, articles: articles.length, comments: comments.length }
}
