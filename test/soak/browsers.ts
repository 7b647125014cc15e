/** Public collections of attacks and of drawings, shown by a board, in every browser that is here. */
import { progress } from '../../src/cli/progress.ts'
import { must } from '../../src/kernel/must.ts'
import { attacks } from '../articles/checks/svg/corpus/attacks.ts'
import { mutatedSources } from '../articles/checks/svg/corpus/mutations.ts'
import { type Board, openBoard } from '../board.ts'
import { hostileDrawings, hostileTexts } from '../setup/hostile.ts'
import { listen } from '../setup/listening.ts'
import { visitWithChromium } from './browsers/chromium.ts'
import { type Collection, openCollections, SAMPLE_MAX_CHARS } from './browsers/collections.ts'
import { controls, findOverlooked } from './browsers/control.ts'
import { visitWithFirefox } from './browsers/firefox.ts'
import { type Gallery, openGallery, type Shown, unlimited } from './browsers/gallery.ts'
import { asDrawings, isDrawing } from './browsers/markup.ts'
import { openProxy, type WatchingProxy } from './browsers/proxy.ts'
import type { Visitor } from './browsers/visitor.ts'
import { isClean, type Visits, visitsOf } from './browsers/visits.ts'
import { visitWithWebKit } from './browsers/webkit.ts'
import type { Row } from './row.ts'

/** The number of rounds for which every sample is shown; with fewer, as many of them as fit. */
const WHOLE_ROUNDS = 20
/** Longer texts are drawings or pages. */
const TEXT_MAX_CHARS = 4_000
/** On pages that show one text each, or few. */
const ELSEWHERE = 20
const MUTATIONS = 2_000
const SMALL = 40

/** Each browser has a way out of its own, so that each request is known to be its. */
type Watched = { visitor: Visitor; proxy: WatchingProxy }
type Parts = { board: Board; gallery: Gallery; watched: Watched[] }

/** What the tests of the board itself have, and changes of it. */
const ownAttacks = (seed: number): Collection => ({
  name: 'attacks, mutations and texts of the tests of this board',
  samples: [
    ...attacks.map(({ source }) => source),
    ...mutatedSources(MUTATIONS, seed),
    ...Object.values(hostileDrawings),
    ...Object.values(hostileTexts).map((text) => text(300)),
  ].filter(({ length }) => length > 0 && length < SAMPLE_MAX_CHARS),
})

/** Spread over the whole list; of a small collection at least what one article holds. */
function shareOf(list: readonly string[], rounds: number): string[] {
  const count = Math.min(list.length, Math.max(SMALL, Math.ceil((list.length * rounds) / WHOLE_ROUNDS)))
  return Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)] as string)
}

/** A collection on a board: what was accepted, the articles that show it, and what each browser has seen. */
type Exhibit = { name: string; times: string; articles: Shown[]; visits: Visits[] }

async function publish(
  { name, samples: all }: Collection,
  { board, gallery, watched }: Parts,
  rounds: number,
): Promise<Exhibit> {
  const samples = shareOf(all, rounds)
  const drawings = await gallery.showAllDrawings(await asDrawings(samples, watched[0]?.visitor))
  const texts = await gallery.showAllTexts(samples.filter((text) => text.length <= TEXT_MAX_CHARS && !isDrawing(text)))
  const elsewhere = await gallery.showElsewhere(samples.slice(0, ELSEWHERE), texts)
  const times = `${samples.length} samples: ${drawings.accepted} drawings accepted, ${drawings.refused} refused; ${texts.accepted} texts accepted, ${texts.refused} refused`
  console.error(`${name} | ${times}`)
  const visits = watched.map(({ visitor, proxy }) => visitsOf(visitor, { proxy, board }))
  // Lists show what is new, so they are opened before the next collection is sent.
  await Promise.all(visits.map((one) => visitEach(elsewhere, one, `${name}, lists, in ${one.name}`)))
  return { name, times, articles: [...drawings.shown, ...texts.shown], visits }
}

async function visitEach(pages: readonly Shown[], { visit }: Visits, what: string) {
  const draw = progress(what)
  for (const [n, page] of pages.entries()) {
    await visit(page, n)
    draw(n + 1, pages.length)
  }
}

/** What is complete is written at once, because the whole takes long. */
async function visitArticles({ name, articles }: Exhibit, visits: Visits) {
  await visitEach(articles, visits, `${name} in ${visits.name}`)
  console.error(`${name} | ${sentence(visits)}`)
}

const sentence = ({ name, tally }: Visits) =>
  `${name}, ${tally.pages} pages: ${tally.ran} ran, ${tally.loaded} loaded, ${tally.navigated} navigated, ${tally.outside} left their box, ${tally.unpainted} unpainted (${tally.different} of ${tally.pictures} drawings look otherwise than sent)`

async function show(collections: readonly Collection[], parts: Parts, rounds: number): Promise<Row[]> {
  const exhibits: Exhibit[] = []
  for (const collection of collections) exhibits.push(await publish(collection, parts, rounds))
  // Each browser goes at its own pace.
  const ways = parts.watched.map(async (_, n) => {
    for (const exhibit of exhibits) await visitArticles(exhibit, must(exhibit.visits[n], 'the visits of a browser'))
  })
  await Promise.all(ways)
  return exhibits.map(({ name, times, visits }) => ({
    tried: `${name}, shown by a board`,
    times,
    happened: visits.map(sentence).join('; '),
    ok: visits.every(({ tally }) => isClean(tally)),
  }))
}

export async function browsers(rounds: number): Promise<Row[]> {
  const seed = Number(process.env.BOARD_SEED ?? Date.now() % 1_000_000)
  console.error(`BOARD_SEED=${seed}`)
  const collections = [ownAttacks(seed), ...(await openCollections())]
  await using board = await openBoard('sqlite', { limits: unlimited })
  const { port } = await listen(board)
  const watched: Watched[] = []
  const missing: string[] = []
  for (const open of [visitWithChromium, visitWithFirefox, visitWithWebKit]) {
    const proxy = await openProxy(port)
    const opened = await open(proxy.port)
    if ('visitor' in opened) watched.push({ visitor: opened.visitor, proxy })
    else missing.push(opened.missing)
  }
  const parts = { board, gallery: await openGallery(board), watched }
  const rows: Row[] = []
  try {
    for (const { visitor, proxy } of watched) {
      const overlooked = await findOverlooked(visitor, { proxy, board })
      rows.push({
        tried: `pages that do what must not happen, in ${visitor.name}`,
        times: `${controls} pages`,
        happened: overlooked.length === 0 ? 'all noticed' : `not noticed: ${overlooked.join(', ')}`,
        ok: overlooked.length === 0,
      })
    }
    const here = collections.filter(({ samples }) => samples.length > 0)
    rows.push(...(await show(here, parts, rounds)))
  } finally {
    await Promise.all(watched.map(({ visitor }) => visitor.close()))
    for (const { proxy } of watched) proxy.close()
  }
  const absent = [...missing, ...collections.filter(({ samples }) => samples.length === 0).map(({ name }) => name)]
  const skipped = absent.map((tried) => ({ tried, times: '0', happened: 'skipped: not here', ok: true }))
  return [...rows, ...skipped]
}
