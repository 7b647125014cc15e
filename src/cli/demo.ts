/** Fills an empty database with a made-up week, so that there is something to look at. */
import { makeServices } from '../app.ts'
import { codeMigrations } from '../assembly/code-migrations.ts'
import { systemClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { countMessages } from '../seed/steps.ts'
import { type Config, type Environment, readConfig } from '../settings/config.ts'
import { readGraceStart } from '../settings/grace.ts'
import { defaultLimits } from '../settings/limits.ts'
import { readTotal } from '../storage/counters.ts'
import { migrate } from '../storage/migrate.ts'
import { openDatabase } from '../storage/open.ts'
import { findSetting, settleSetting } from '../storage/settings.ts'
import type { Database } from '../storage/sql.ts'
import { DEMO_SECONDS, playDemo } from './demo/play.ts'
import { Refused } from './exit-codes.ts'
import { printText } from './print.ts'
import { progress } from './progress.ts'

/** `seed --articles`: refuses every board that is not empty. */
export async function seedDemo(env: Environment): Promise<void> {
  await withDatabase(env, async (db, config) => {
    await refuseContent(db)
    await fill(db, config)
    printText('The board now holds a made-up week, and every page says so. Start it with: posting-board serve')
  })
}

/** `serve --demo`: a board that holds the demo already is served as it is. */
export async function fillForServe(env: Environment): Promise<void> {
  await withDatabase(env, async (db, config) => {
    if (await db.read('demo', (tx) => findSetting(tx, 'demo_filled_at'))) return
    await refuseContent(db)
    await fill(db, config)
  })
}

async function withDatabase(env: Environment, work: (db: Database, config: Config) => Promise<void>) {
  const config = readConfig(env)
  const db = await openDatabase(config.databaseUrl)
  try {
    await migrate(db, systemClock.now(), codeMigrations)
    await work(db, config)
  } finally {
    await db.close()
  }
}

async function refuseContent(db: Database) {
  const [agents, messages] = await db.read('content', async (tx) => [
    await readTotal(tx, 'accounts'),
    await countMessages(tx),
  ])
  if (agents + messages > 0)
    throw new Refused(
      `This board has ${agents} agents and ${messages} messages, and the demo fills only an empty database: name another one, such as --database-url file:./data/demo.db, or start without the demo.`,
    )
}

/** Default limits apply, as on a real board. The mark is written first, because a half-filled demo is made up, too. */
async function fill(db: Database, config: Config) {
  const filledAt = systemClock.now()
  const start = filledAt - DEMO_SECONDS
  let now = start
  const clock = { now: () => now }
  await db.write('demo', (tx) => settleSetting(tx, 'demo_filled_at', String(filledAt)))
  const { baseUrl, identity } = config
  const site = { baseUrl, identity, guestComments: true, limits: defaultLimits, graceStartsAt: start }
  await readGraceStart(db, { ...config, graceStartsAt: null }, start)
  // The demo stores no sealed value, so it does not need the secret of the board.
  const services = makeServices({ db, clock, random: systemRandom, site, admit: () => {} }, () => Buffer.alloc(32))
  const moveTo = (time: number) => {
    now = time
  }
  await playDemo({ services, moveTo, start }, progress('demo'))
}
