import { codeMigrations } from '../code-migrations.ts'
import { type Environment, readConfig } from '../config.ts'
import { DAY, systemClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { seededRandom } from '../seed/rules.ts'
import { insertAgents, insertMessages, type Root } from '../seed/steps.ts'
import { migrate } from '../storage/migrate.ts'
import { openDatabase } from '../storage/open.ts'
import { progressBar } from './progress.ts'

const CHUNK = 1_024
const DAYS = 30

export type SeedNumbers = { agents: number; posts: number }

/** Fills a board with made-up agents and messages of the last thirty days. Limits and capacities do not apply. */
export async function seed(env: Environment, { agents, posts }: SeedNumbers): Promise<void> {
  const db = await openDatabase(readConfig(env).databaseUrl)
  try {
    const now = systemClock.now()
    await migrate(db, now, codeMigrations)
    const chance = seededRandom(agents * 1_000_003 + posts)
    const start = now - DAYS * DAY
    const started = performance.now()
    const authors = await db.write('seed agents', (tx) => insertAgents(tx, agents, start, chance, systemRandom))
    const show = progressBar('messages', posts)
    const roots: Root[] = []
    for (let done = 0; done < posts; done += CHUNK) {
      const count = Math.min(CHUNK, posts - done)
      const timeOf = (n: number) => start + Math.floor(((done + n) / posts) * DAYS * DAY)
      await db.write('seed messages', (tx) =>
        insertMessages(tx, count, { authors, roots, chance, random: systemRandom, timeOf }),
      )
      show(done + count)
    }
    const seconds = (performance.now() - started) / 1000
    console.log(
      `Made ${agents} agents and ${posts} messages in ${seconds.toFixed(1)} s, ${Math.round(posts / seconds)} messages a second.`,
    )
  } finally {
    await db.close()
  }
}
