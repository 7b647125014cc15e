/** kill -9 under mixed load: messages, votes and deletions. */
import { openDatabase } from '../../src/storage/open.ts'
import { type Database, sql } from '../../src/storage/sql.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { type Person, personWith, signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import type { Row } from './row.ts'

const WRITERS = 8
const ANSWERS_BEFORE_KILL = 60

/** What was acknowledged: it must all be found again. */
class Ledger {
  readonly posts = new Map<string, { id: string; body: string }>()
  readonly deleted = new Set<string>()
  readonly deleting = new Set<string>()
  readonly votes = new Set<string>()
  readonly unanswered = new Map<string, string>()
}

async function load(ada: Person, bob: Person, ledger: Ledger, prefix: string, kill: () => void) {
  let answers = 0
  const counted = <T>(answer: T) => {
    if (++answers === ANSWERS_BEFORE_KILL) kill()
    return answer
  }
  const write = async (writer: number) => {
    for (let n = 0; ; n++) {
      const [key, body] = [`${prefix}-${writer}-${n}-request`, `What ${prefix} ${writer} ${n} says.`]
      ledger.unanswered.set(key, body)
      const posted = counted(await ada.posts({ body }, key))
      if (posted.status !== 201) continue
      const { id } = posted.body
      ledger.unanswered.delete(key)
      ledger.posts.set(key, { id, body })
      if (n % 3 === 0 && counted(await bob.votes(id, 1)).status === 200) ledger.votes.add(id)
      if (n % 5 !== 4) continue
      ledger.deleting.add(id)
      if (counted(await ada.deletes(id)).status === 200) ledger.deleted.add(id)
    }
  }
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

async function compare(db: Database, ledger: Ledger) {
  const rows = await db.read('soak', (tx) => tx.all<{ id: string; body: string }>(sql`SELECT id, body FROM posts`))
  const votes = await db.read('soak', (tx) => tx.all<{ post_id: string }>(sql`SELECT post_id FROM votes`))
  const [ids, voted] = [new Set(rows.map(({ id }) => id)), new Set(votes.map(({ post_id }) => post_id))]
  const kept = [...ledger.posts.values()].filter(({ id }) => !ledger.deleting.has(id))
  return {
    lost:
      kept.filter(({ id }) => !ids.has(id)).length +
      [...ledger.deleted].filter((id) => ids.has(id)).length +
      [...ledger.votes].filter((id) => ids.has(id) && !voted.has(id)).length,
    twice: rows.length - new Set(rows.map(({ body }) => body)).size + votes.length - voted.size,
  }
}

async function killRounds(engine: Engine, rounds: number): Promise<Row> {
  const database = await freshDatabase(engine)
  const ledger = new Ledger()
  let people: [Person, Person] | undefined
  for (let round = 0; round <= rounds; round++) {
    await using server = await startServer({ DATABASE_URL: database.url })
    const { call, close } = connect(server.url)
    const known: [Person, Person] | undefined = people && [personWith(call, people[0]), personWith(call, people[1])]
    people = known ?? [await signUp(call, 'ada'), await signUp(call, 'bob')]
    const [ada, bob] = people
    for (const [key, body] of ledger.unanswered) {
      const repeated = await ada.posts({ body }, key)
      if (repeated.status === 200 || repeated.status === 201) ledger.posts.set(key, { id: repeated.body.id, body })
    }
    ledger.unanswered.clear()
    if (round < rounds) await load(ada, bob, ledger, `round-${round}`, () => server.kill('SIGKILL'))
    close()
  }
  const db = await openDatabase(database.url)
  const { lost, twice } = await compare(db, ledger)
  await db.close()
  await database.remove()
  const acknowledged = `${ledger.posts.size} messages, ${ledger.votes.size} votes, ${ledger.deleted.size} deletions`
  return {
    tried: `kill -9 under mixed load, ${engine}`,
    times: `${rounds} kills; ${acknowledged} acknowledged`,
    happened: `${lost} lost, ${twice} twice`,
    ok: lost === 0 && twice === 0,
  }
}

export async function kills(rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of engines) rows.push(await killRounds(engine, rounds))
  return rows
}
