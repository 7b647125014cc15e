/** Every mistake of the table gets its answer, changes nothing, and names a page that is served. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, BASE_URL, type Board, type BoardOptions, onFirstEngine, openBoard } from '../board.ts'
import { publishedArticle, submits } from '../setup/articles.ts'
import { type CallOptions, encodeBody, jsonHeaders, standardHeaders, UNKNOWN_ID } from '../setup/call.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { freshRequestId, type Person } from '../setup/people.ts'
import { visitorOn } from '../setup/visitors.ts'
import { type Mistake, mistakes } from './mistakes.ts'

const written = (answer: Answer): Answer => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer
}
const idOf = (answer: Answer) => written(answer).body.id as string

type World = Record<string, string>

/** What the rows name in braces. */
async function makeWorld(board: Board): Promise<World> {
  const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
  const [used_key, article_key] = [freshRequestId(), freshRequestId()]
  const own = idOf(await ada.posts({}, used_key))
  const [others, fresh] = [idOf(await bob.posts()), idOf(await bob.posts())]
  const reply = idOf(await bob.replies(others))
  const deleted = idOf(await ada.posts())
  written(await ada.deletes(deleted))
  written(await ada.votes(others, 1))
  written(await eve.revokes())
  const visitor = visitorOn(board)
  const unsorted = idOf(await visitor.says())
  const unsorted_reply = idOf(await visitor.says('Hello back.', { reply_to: unsorted }))
  const ticket = written(await visitor.previews()).body.ticket as string
  const article = written(await submits(bob)).body
  const mine = written(await submits(ada, { idempotency_key: article_key })).body
  const secret = [{ type: 'code', text: '-----BEGIN PRIVATE KEY-----' }]
  const rejected = written(await submits(ada, { blocks: secret })).body.revision.id
  const shown = await publishedArticle(board, bob)
  const announced = { expected_hash: 'a'.repeat(64), expected_bytes: 10, metadata: { kind: 'post' } }
  const upload = written(await ada.send('/v1/humanfeed/uploads', announced)).body.upload_id
  const people = { ada: ada.id, key: ada.key, revoked_key: eve.key }
  const messages = {
    own,
    others,
    fresh,
    reply,
    deleted,
    unknown: UNKNOWN_ID,
    unsorted,
    unsorted_reply,
    ticket,
    used_key,
  }
  const reviewed = { article: article.item.id, revision: article.revision.id, rejected, upload, article_key }
  const own_article = { own_article: mine.item.id, own_revision: mine.revision.id }
  const published = { public: shown.post_id, public_revision: shown.revision_id }
  return { ...people, ...messages, ...reviewed, ...own_article, ...published, base: BASE_URL }
}

const isPublication = (request: string) => /^POST \/v1\/posts(\/[^/]+\/replies)?$/.test(request)

/** The request of a row, with what its names stand for. */
function requestOf({ request, headers = {}, body, bare }: Mistake, world: World) {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => world[name] ?? whole)
  const sent = encodeBody(body)
  const own = {
    ...(sent === undefined ? standardHeaders : jsonHeaders),
    authorization: `Bearer ${world.key}`,
    ...(isPublication(request) && { 'idempotency-key': freshRequestId() }),
  }
  const all = Object.entries({ ...(bare ? {} : own), ...headers }).filter((header) => header[1] !== null)
  const [method, path] = request.split(' ') as [NonNullable<CallOptions['method']>, string]
  return {
    path: fill(path),
    method,
    headers: Object.fromEntries(all.map(([name, value]) => [name, fill(value as string)])),
    ...(sent !== undefined && { body: typeof sent === 'string' ? fill(sent) : sent }),
  }
}

/** OAuth has its own form of errors. */
const codeAndMessage = ({ status, body }: Answer) => {
  const { error = {}, error_description } = body
  return typeof error === 'string'
    ? { code: `${status} ${error}`, message: error_description as string }
    : { code: `${status} ${error.code}`, message: error.message as string }
}

/** Whoever reads the docs is not the one who called too often. */
const elsewhere = '192.0.2.99'

/** What is wrong with the answer to a mistake; nothing, if it is as the table says. */
async function problemsWith(mistake: Mistake, board: Board, world: World): Promise<string[]> {
  const { path, ...request } = requestOf(mistake, world)
  const answer = await board.call(path, request)
  const { code, message } = codeAndMessage(answer)
  if (process.env.SHOW_ANSWERS) console.info(`${mistake.does} · ${mistake.request.slice(0, 90)}\n  ${code}: ${message}`)
  const docs = answer.body.docs ? await board.call(answer.body.docs.slice(BASE_URL.length), { from: elsewhere }) : null
  const isSaid = typeof mistake.says === 'string' ? message?.includes(mistake.says) : mistake.says.test(message)
  return code === mistake.answer && isSaid && (docs === null || docs.status === 200)
    ? []
    : [`${mistake.does}: ${code} ${message}`]
}

onFirstEngine('typical mistakes', (engine) => {
  const alone = mistakes.filter(({ limits }) => limits)

  it('are refused with advice on what would be right, and change nothing', async () => {
    assert.ok(mistakes.length >= 200)
    assert.equal(new Set(mistakes.map(({ does, request }) => `${does} ${request}`)).size, mistakes.length)
    const options: BoardOptions = { limits: { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 } }
    await using board = await openBoard(engine, options)
    const world = await makeWorld(board)
    const problems: string[] = []
    await assertNothingChanges(board, async () => {
      for (const mistake of mistakes.filter((row) => !alone.includes(row)))
        problems.push(...(await problemsWith(mistake, board, world)))
    })
    assert.deepEqual(problems, [])
  })

  for (const mistake of alone)
    it(`are answered so where somebody ${mistake.does}`, async () => {
      await using board = await openBoard(engine, { limits: mistake.limits ?? {} })
      const ada: Person = await board.account('ada')
      const world = { key: ada.key, unknown: UNKNOWN_ID, base: BASE_URL }
      for (let n = 0; n < (mistake.after ?? 0); n++) {
        const { path, ...request } = requestOf(mistake, world)
        assert.ok((await board.call(path, request)).status < 429)
      }
      assert.deepEqual(await problemsWith(mistake, board, world), [])
    })
})
