/**
 * The set-up of deploy/cluster under ten random faults: `npm run test:cluster`, or `npm run test:cluster -- cut` for one
 * kind of them. `BOARD_SEED` repeats the faults of an earlier run, which printed it.
 * It prints rows for the table in docs/reliability.md and exits with 1 if anything was not as promised.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { type Random, randomFrom } from '../setup/contract-requests.ts'
import { launch } from '../setup/processes.ts'
import type { Row } from '../soak/row.ts'
import { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import { findObstacles, unshare } from './packages.ts'

const INSIDE = 'BOARD_CLUSTER_INSIDE'
const FAULTS = 10
/** At least, and up to three times as many: the faults hit different moments. */
const ANSWERS_BETWEEN_FAULTS = 30
/** Only ends a trial that hangs: one takes a few minutes. */
const TRIAL_MAX_MS = 30 * 60_000

type Fault = { tried: string; run(cluster: Cluster, random: Random): Promise<void> }

const faults: Record<string, Fault> = {
  app: {
    tried: 'kill -9 of one of three processes, started again',
    async run(cluster, { below }) {
      const n = below(cluster.apps.length)
      await cluster.killApp(n)
      await cluster.startApp(n)
    },
  },
  restart: {
    tried: 'SIGTERM to one of three processes, started again',
    async run(cluster, { below }) {
      const n = below(cluster.apps.length)
      await cluster.stopApp(n)
      await cluster.startApp(n)
    },
  },
  pgbouncer: {
    tried: 'kill -9 of PgBouncer, started again at once',
    run: (cluster) => cluster.restartPgbouncer(),
  },
  power: {
    tried: 'the leader loses its power: etcd, Patroni and PostgreSQL killed with -9',
    async run(cluster) {
      const leader = await cluster.leader()
      leader.cutPower()
      await cluster.waitForOther(leader)
      cluster.startMember(leader)
    },
  },
  standby: {
    tried: 'one of the two others loses its power',
    async run(cluster, { pick }) {
      const leader = await cluster.leader()
      const other = pick(cluster.machines.filter((machine) => machine !== leader))
      other.cutPower()
      cluster.startMember(other)
    },
  },
  cut: {
    tried: 'the leader is cut off from everything',
    async run(cluster) {
      const leader = await cluster.leader()
      leader.unplug()
      await cluster.waitForOther(leader)
      leader.plugIn()
    },
  },
  split: {
    tried: 'the leader is cut off from the other members, but not from the proxy',
    async run(cluster) {
      const leader = await cluster.leader()
      const others = cluster.machines.filter((machine) => machine !== leader)
      leader.separateFrom(others)
      await cluster.waitForOther(leader)
      leader.rejoin(others)
    },
  },
}

async function runFault({ tried, run }: Fault, cluster: Cluster, load: Load, random: Random): Promise<Row> {
  await load.more(ANSWERS_BETWEEN_FAULTS + random.below(2 * ANSWERS_BETWEEN_FAULTS))
  const before = { refused: load.refused, broken: load.broken.length, acknowledged: load.acknowledgedAt.length }
  const start = performance.now()
  await run(cluster, random)
  await load.more(ANSWERS_BETWEEN_FAULTS)
  await cluster.waitUntilWhole()
  const gap = (load.longestGapSince(start) / 1000).toFixed(1)
  const broken = load.broken.slice(before.broken)
  return {
    tried,
    times: `once; ${load.acknowledgedAt.length - before.acknowledged} messages acknowledged`,
    happened: `${load.refused - before.refused} answers of 503, ${broken.length} broken connections${broken.map((why) => ` (${why})`).join('')}; no write acknowledged for ${gap} s at most`,
    ok: broken.length === 0,
  }
}

function judgeWaits({ waits, receipts }: Load): Row {
  const missed = waits.missed([...receipts.values()].map(({ id }) => id))
  for (const problem of waits.wrong.slice(0, 10)) console.error(problem)
  return {
    tried: 'calls that wait all the time, of six readers',
    times: `${waits.answered} answered, ${waits.empty} of them empty; ${waits.refused} refused with 503 and repeated`,
    happened: `${waits.wrong.length} ended in another way or not at all; ${missed} messages did not reach a reader`,
    ok: waits.wrong.length === 0 && missed === 0,
  }
}

async function judge(cluster: Cluster, load: Load): Promise<Row> {
  const { lost, twice, shownAndLost } = await load.compare()
  let check = launch({ DATABASE_URL: cluster.databaseUrl }, 'check')
  while ((await check.exited).code === exitCodes.unavailable.code)
    check = launch({ DATABASE_URL: cluster.databaseUrl }, 'check')
  const isClean = (await check.exited).code === 0
  for (const problem of [...new Set([...load.wrong, ...load.stale])].slice(0, 10)) console.error(problem)
  return {
    tried: 'all of these together',
    times: `${load.receipts.size} messages and ${load.votes.size} votes acknowledged, every receipt looked up`,
    happened: `${lost} lost, ${twice} twice, ${shownAndLost} shown without being kept; ${load.wrong.length} answers other than 503 with Retry-After; ${load.stale.length} of ${load.checkedReads} reads at another process missed an acknowledged write; check ${isClean ? 'clean' : `NOT clean: ${check.written.stdout}${check.written.stderr}`}`,
    ok: lost + twice + load.wrong.length + load.stale.length === 0 && isClean,
  }
}

async function runInside(): Promise<boolean> {
  const cluster = new Cluster()
  console.error(`Starting a cluster in ${cluster.folder}`)
  const tooLong = pause(TRIAL_MAX_MS).then(() => Promise.reject(new Error('The trial did not come to an end.')))
  return Promise.race([runTrial(cluster), cluster.allAlive, tooLong]).catch((error) => {
    console.error(error)
    return false
  })
}

async function runTrial(cluster: Cluster): Promise<boolean> {
  const words = process.argv.slice(2)
  const chosen = Object.entries(faults).filter(([name]) => words.length === 0 || words.includes(name))
  const seed = Number(process.env.BOARD_SEED ?? Date.now() % 1_000_000)
  const random = randomFrom(seed)
  console.error(`BOARD_SEED=${seed}`)
  await cluster.start()
  const load = new Load(cluster)
  await load.start()
  let isGood = true
  const show = ({ tried, times, happened, ok }: Row) => {
    console.log(`| ${tried} | ${times} | ${happened} |${ok ? '' : ' **not as promised**'}`)
    isGood &&= ok
  }
  console.log('| What was tried | How often | What happened |\n|---|---|---|')
  for (let n = 0; n < FAULTS; n++) {
    const [, fault] = random.pick(chosen)
    show(await runFault(fault, cluster, load, random))
  }
  await load.stop()
  show(judgeWaits(load))
  show(await judge(cluster, load))
  load.close()
  await cluster.stop()
  if (isGood) cluster.removeFolder()
  return isGood
}

/** In a world of its own, below a shell that takes care of orphans: whatever happens, every daemon ends with it. */
function runOutside(): number {
  const obstacles = findObstacles()
  if (obstacles.length > 0) {
    console.log(`SKIPPED: the cluster was not tried.\n${obstacles.join('\n')}`)
    return 0
  }
  const [command, ...flags] = unshare as [string, ...string[]]
  const script = '"$@"; exit $?'
  const words = [process.execPath, ...process.argv.slice(1)]
  const { status } = spawnSync(command, [...flags, 'sh', '-c', script, 'sh', ...words], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'yes' },
  })
  return status ?? 1
}

process.exit(process.env[INSIDE] ? ((await runInside()) ? 0 : 1) : runOutside())
