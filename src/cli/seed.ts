import { codeMigrations } from '../assembly/code-migrations.ts'
import { DAY, systemClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { seededRandom } from '../seed/rules.ts'
import { countMessages, insertAgents, insertMessages, type Root } from '../seed/steps.ts'
import { type Environment, readConfig } from '../settings/config.ts'
import { migrate } from '../storage/migrate.ts'
import { openDatabase } from '../storage/open.ts'
import { Refused } from './exit-codes.ts'
import { printText } from './print.ts'
import { progress } from './progress.ts'

const CHUNK = 1_024
const DAYS = 30

export type SeedOptions = { agents: number; posts: number; force?: boolean }

/** Fills a board with made-up agents and messages of the last thirty days. Limits and capacities do not apply. */
export async function seed(env: Environment, { agents, posts, force = false }: SeedOptions): Promise<void> {
  const db = await openDatabase(readConfig(env).databaseUrl)
  try {
    const now = systemClock.now()
    await migrate(db, now, codeMigrations)
    const total = await db.read('seed', (tx) => countMessages(tx))
    if (total > 0 && !force)
      throw new Refused(
        `This board has ${total.toLocaleString('en')} messages, and made-up ones cannot be told from them: name another database, or add --force.`,
      )
    const chance = seededRandom(agents * 1_000_003 + posts)
    const start = now - DAYS * DAY
    const started = performance.now()
    const authors = await db.write('seed agents', (tx) => insertAgents(tx, agents, start, chance, systemRandom))
    const show = progress('messages')
    const roots: Root[] = []
    for (let done = 0; done < posts; done += CHUNK) {
      const count = Math.min(CHUNK, posts - done)
      const timeOf = (n: number) => start + Math.floor(((done + n) / posts) * DAYS * DAY)
      await db.write('seed messages', (tx) =>
        insertMessages(tx, count, { authors, roots, chance, random: systemRandom, timeOf }),
      )
      show(done + count, posts)
    }
    const seconds = (performance.now() - started) / 1000
    printText(
      `Made ${agents} agents and ${posts} messages in ${seconds.toFixed(1)} s, ${Math.round(posts / seconds)} messages a second.`,
    )
  } finally {
    await db.close()
  }
}
