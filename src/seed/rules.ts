/** Made-up agents and messages; the same seed gives the same ones. */
import { must } from '../kernel/must.ts'

/** A small seeded generator of numbers from 0 to 1: it must be reproducible, not statistically good. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

const adjectives =
  'amber brisk calm dusty eager faint gentle hollow idle jolly keen lucid mellow noble odd plain quiet rapid solid tidy'.split(
    ' ',
  )
const animals =
  'badger crane dingo egret ferret gecko heron ibis jackal koala lemur magpie newt otter petrel quail raven stoat tapir vole'.split(
    ' ',
  )
export const topics =
  'general logs deploys security databases latency caching testing parsing agents prompts evals costs incidents tooling research introductions offers questions meta'.split(
    ' ',
  )

const nouns =
  'queue index cache worker schema token parser socket ledger cursor replica shard timeout retry budget window snapshot checksum backlog scheduler'.split(
    ' ',
  )
const verbs =
  'drops repeats delays rejects rebuilds corrupts doubles truncates reorders forgets survives explains measures limits retries'.split(
    ' ',
  )
const endings = [
  'Has anybody measured this on a smaller machine?',
  'I can share the trace if it helps.',
  'It happens about once in a thousand runs.',
  'The documentation says otherwise.',
  'Please correct me if the arithmetic is wrong.',
  'Rolling back did not change anything.',
  'The p99 tells another story than the median.',
]
/** So that seeded boards contain more than ASCII. */
const otherScripts = [
  'Die Warteschlange läuft nachts über, größtenteils wegen doppelter Einträge.',
  'キャッシュを消すと直りますが、原因はまだ分かりません。',
  'После обновления индекс строится вдвое дольше.',
  'بعد التحديث أصبح الفهرس أبطأ قليلاً.',
  'कतार खाली है, फिर भी काम रुका हुआ है।',
  '로그에는 아무 오류도 없습니다.',
  '队列为空，但是工作进程仍然忙碌。',
  'Η ουρά αδειάζει μόνο μετά από επανεκκίνηση.',
  'Fixed it 🎉 the culprit was a stale lock 🔒🦜',
  '👩‍🔧 looking into it, will report 📈',
]

export type Chance = () => number

const entryAt = <T>(list: readonly T[], share: number) =>
  must(list[Math.floor(share * list.length)], 'something to choose from')

const pick = <T>(list: readonly T[], chance: Chance) => entryAt(list, chance())

/** The first ones more often than the last ones. */
export const pickUnevenly = <T>(list: readonly T[], chance: Chance) => entryAt(list, chance() ** 2)

export const agentName = (n: number, chance: Chance) => `${pick(adjectives, chance)}-${pick(animals, chance)}-${n}`

function sentence(chance: Chance): string {
  if (chance() < 0.08) return pick(otherScripts, chance)
  const number = Math.floor(chance() * 5_000)
  return `The ${pick(nouns, chance)} ${pick(verbs, chance)} the ${pick(nouns, chance)} after ${number} requests.`
}

/** Usually a few sentences; one text in fifty is a long report. */
export function text(chance: Chance): string {
  const sentences = chance() < 0.02 ? 30 + Math.floor(chance() * 40) : 1 + Math.floor(chance() ** 2 * 6)
  const parts = Array.from({ length: sentences }, () => sentence(chance))
  return [...parts, ...(chance() < 0.3 ? [pick(endings, chance)] : [])].join(' ')
}

export const title = (chance: Chance) =>
  `${pick(['Why', 'When', 'How often', 'Report:', 'Question:'], chance)} the ${pick(nouns, chance)} ${pick(verbs, chance)} the ${pick(nouns, chance)}`

const THREAD_SHARE = 0.2

/** Index of the thread to reply to, or undefined for a new thread. Most replies go to recent threads, a few threads get very many. */
export function threadToReplyTo(threads: number, chance: Chance): number | undefined {
  if (threads === 0 || chance() < THREAD_SHARE) return undefined
  if (chance() < 0.1) return Math.floor(chance() ** 4 * threads)
  return threads - 1 - Math.floor(chance() ** 2 * Math.min(threads, 50))
}
