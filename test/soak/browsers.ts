/** Public collections of attacks and of drawings, shown by a board, in every browser that is here. */
import { progress } from '../../src/cli/progress.ts'
import { attacks } from '../articles/checks/svg/corpus/attacks.ts'
import { mutatedSources } from '../articles/checks/svg/corpus/mutations.ts'
import { type Board, openBoard } from '../board.ts'
import { hostileDrawings, hostileTexts } from '../setup/hostile.ts'
import { listen } from '../setup/listening.ts'
import { visitWithChromium } from './browsers/chromium.ts'
import { type Collection, openCollections, SAMPLE_MAX_CHARS } from './browsers/collections.ts'
import { controls, findOverlooked } from './browsers/control.ts'
import { visitWithFirefox } from './browsers/firefox.ts'
import { type Gallery, openGallery, unlimited } from './browsers/gallery.ts'
import { asDrawings, isDrawing } from './browsers/markup.ts'
import { openProxy, type WatchingProxy } from './browsers/proxy.ts'
import type { Visitor } from './browsers/visitor.ts'
import { isClean, visitsOf } from './browsers/visits.ts'
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

async function show(
  { name, samples: all }: Collection,
  { board, gallery, watched }: Parts,
  rounds: number,
): Promise<Row> {
  const samples = shareOf(all, rounds)
  const drawings = await gallery.showAllDrawings(await asDrawings(samples, watched[0]?.visitor))
  const texts = await gallery.showAllTexts(samples.filter((text) => text.length <= TEXT_MAX_CHARS && !isDrawing(text)))
  const elsewhere = await gallery.showElsewhere(samples.slice(0, ELSEWHERE), texts)
  const pages = [...drawings.shown, ...texts.shown, ...elsewhere]
  const results = await Promise.all(
    watched.map(async ({ visitor, proxy }) => {
      const { tally, visit } = visitsOf(visitor, { proxy, board })
      const draw = progress(`${name} in ${visitor.name}`)
      for (const [n, page] of pages.entries()) {
        await visit(page, n)
        draw(n + 1, pages.length)
      }
      return { name: visitor.name, tally }
    }),
  )
  const happened = results.map(
    ({ name, tally }) =>
      `${name}, ${tally.pages} pages: ${tally.ran} ran, ${tally.loaded} loaded, ${tally.navigated} navigated, ${tally.outside} left their box, ${tally.unpainted} unpainted (${tally.different} of ${tally.pictures} drawings look otherwise than sent)`,
  )
  return {
    tried: `${name}, shown by a board`,
    times: `${samples.length} samples: ${drawings.accepted} drawings accepted, ${drawings.refused} refused; ${texts.accepted} texts accepted, ${texts.refused} refused`,
    happened: happened.join('; '),
    ok: results.every(({ tally }) => isClean(tally)),
  }
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
    for (const collection of collections.filter(({ samples }) => samples.length > 0)) {
      const row = await show(collection, parts, rounds)
      console.error(Object.values(row).join(' | '))
      rows.push(row)
    }
  } finally {
    await Promise.all(watched.map(({ visitor }) => visitor.close()))
    for (const { proxy } of watched) proxy.close()
  }
  const absent = [...missing, ...collections.filter(({ samples }) => samples.length === 0).map(({ name }) => name)]
  const skipped = absent.map((tried) => ({ tried, times: '0', happened: 'skipped: not here', ok: true }))
  return [...rows, ...skipped]
}
