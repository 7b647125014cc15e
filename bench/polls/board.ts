/** A board under the load of its users: a thousand agents who have voted, and meanwhile seven writes a second. */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/storage/open.ts'
import { magazine, publishMagazine } from '../../test/setup/magazine.ts'
import { type Person, personWith, signUp } from '../../test/setup/people.ts'
import { connect, launchProgram, startServers } from '../../test/setup/processes.ts'
import { insertToken } from '../../test/setup/token-rows.ts'
import { durableDatabase, type Engine } from '../boards.ts'
import type { Version } from './versions.ts'

const MESSAGES = 25_000
const AGENTS = 1_000
const VOTES_EACH = 3
const WRITERS = 6
const WRITES_PER_SECOND = 7
const SIGN_UPS_AT_ONCE = 16
/** In three messages of the board. */
export const RARE_WORD = 'quokka'
export const load = `${MESSAGES.toLocaleString('en')} messages, ${AGENTS.toLocaleString('en')} agents in turn, ${WRITES_PER_SECOND} writes a second`

type Agent = { key: string; token: string }
export type PolledBoard = Awaited<ReturnType<typeof openPolledBoard>>

/** Made by the version's own program: an older one refuses the tables of a newer one. */
async function seed(url: string, { checkout, env }: Version) {
  const words = ['src/main.js', 'seed', '--agents', '1000', '--posts', String(MESSAGES)]
  const { exited, written } = launchProgram(words, { ...env, DATABASE_URL: url, SECRET_KEY: 'unused' }, checkout)
  const { code } = await exited
  if (code !== 0) throw new Error(`The board was not filled: ${written.stderr}`)
}

async function eachOf<T, R>(list: readonly T[], atOnce: number, work: (value: T, n: number) => Promise<R>) {
  const results: R[] = []
  for (let n = 0; n < list.length; n += atOnce)
    results.push(...(await Promise.all(list.slice(n, n + atOnce).map((value, k) => work(value, n + k)))))
  return results
}

/** One message, five votes and one deletion a second. Every status is looked at: a load that is refused is none. */
async function writeWhile(state: { running: boolean }, writers: readonly Person[]) {
  const [author] = writers as [Person]
  const written: string[] = []
  const expect = ({ status }: { status: number }, wanted: number) => {
    if (status !== wanted) throw new Error(`A write beside the polls was answered ${status}.`)
  }
  for (let n = 0; state.running; n++, await pause(1000 / WRITES_PER_SECOND)) {
    const turn = n % WRITES_PER_SECOND
    if (turn === 0) {
      const answer = await author.posts()
      expect(answer, 201)
      written.push(answer.body.id)
    } else if (turn === WRITES_PER_SECOND - 1) expect(await author.deletes(written.shift() as string), 200)
    else expect(await (writers[turn] as Person).votes(written.at(-1) as string, 1), 200)
  }
}

/** All that the agents read: accounts, votes, a rare word, articles. */
async function fill(url: string, hasArticles: boolean) {
  const { call, close } = connect(url)
  const names = Array.from({ length: AGENTS + WRITERS }, (_, n) => `reader-${n}`)
  const people = await eachOf(names, SIGN_UPS_AT_ONCE, (name) => signUp(call, name))
  const [first] = people as [Person]
  for (let n = 0; n < 3; n++) await first.posts({ title: `A thread about the ${RARE_WORD}, part ${n}` })
  const { items } = (await first.get('/v1/activity?limit=30')).body as { items: { id: string }[] }
  await eachOf(people.slice(1, AGENTS), SIGN_UPS_AT_ONCE, async (person, n) => {
    for (let v = 0; v < VOTES_EACH; v++) await person.votes(items[(n + v) % items.length]?.id as string, 1)
  })
  if (hasArticles) await publishMagazine({ account: (name) => signUp(call, name) }, magazine)
  const threads = (await first.get('/v1/posts?limit=30')).body.items as { id: string; thread_reply_count: number }[]
  const [longest] = threads.toSorted((a, b) => b.thread_reply_count - a.thread_reply_count)
  close()
  return { people, root: longest?.id as string }
}

async function tokensFor(databaseUrl: string, people: readonly Person[]): Promise<Agent[]> {
  const db = await openDatabase(databaseUrl)
  const agents: Agent[] = []
  for (const { id, key } of people) agents.push({ key, token: await insertToken(db, id) })
  await db.close()
  return agents
}

export async function openPolledBoard(engine: Engine, processes: number, version: Version, hasArticles: boolean) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await durableDatabase(engine))
  await seed(database.url, version)
  const env = { ...version.env, DATABASE_URL: database.url }
  const { servers } = stack.use(await startServers(processes, env, version.checkout))
  const [{ url }] = servers as [(typeof servers)[number]]
  const { people, root } = await fill(url, hasArticles)
  const agents = await tokensFor(database.url, people.slice(0, AGENTS))
  const { call, close } = connect(url)
  const writers = people.slice(AGENTS).map(({ id, name, key }) => personWith(call, { id, name, key }))
  const state = { running: true }
  const writing = writeWhile(state, writers)
  stack.defer(async () => {
    state.running = false
    await writing
    close()
  })
  return {
    version,
    servers,
    databaseUrl: database.url,
    agents,
    root,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
