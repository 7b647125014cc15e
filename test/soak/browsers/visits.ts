/** Opens what a board shows in one browser, and counts what should not happen. */
import { BASE_URL, type Board } from '../../board.ts'
import { findOutsideBoxes } from '../../setup/boxes.ts'
import type { Shown } from './gallery.ts'
import { comparePictures, findActors, findMissingPictures, touchEverything } from './probes.ts'
import { BARE_URL, type WatchingProxy } from './proxy.ts'
import type { Visitor } from './visitor.ts'

const kinds = ['ran', 'loaded', 'navigated', 'outside', 'unpainted'] as const
type Kind = (typeof kinds)[number]
export type Tally = Record<Kind, number> & { pages: number; pictures: number; different: number }

export const emptyTally = (): Tally => ({
  ran: 0,
  loaded: 0,
  navigated: 0,
  outside: 0,
  unpainted: 0,
  pages: 0,
  pictures: 0,
  different: 0,
})

export const isClean = (tally: Tally) => kinds.every((kind) => tally[kind] === 0)

/** Below this share a picture is as good as empty, and two are as good as equal. */
const SPECK = 0.001
const MUCH = 0.05
/** Page after page has the same boxes, and looking for ink takes longest. */
const PAGES_PER_INK = 4

/** Browsers escape more or less in an address. */
const plain = (url: string) => decodeURIComponent(new URL(url).href.replace(/#.*/, ''))

/** Without a style, so that long words are as wide as they are. */
const isPlain = (url: string) => new URL(url).pathname === '/b'

const FRAMES = '/frames'

type Picture = { address: string; moves: boolean }
const stillOf = (address: string) => address.replace(/\.svg$/, '.still.svg')

export type Visits = ReturnType<typeof visitsOf>

export function visitsOf(
  visitor: Visitor,
  { proxy, board, isQuiet = false }: { proxy: WatchingProxy; board: Board; isQuiet?: boolean },
) {
  const tally = emptyTally()
  const found = (kind: Kind, where: string, what: readonly string[]) => {
    if (what.length > 0 && !isQuiet)
      console.error(`${visitor.name}: ${kind} at ${where}: ${[...new Set(what)].join('; ')}`)
    tally[kind] += what.length
  }

  /** What a page did by now. */
  async function take(url: string) {
    const happened = await visitor.takeHappened()
    const isMove = (what: string) => what.startsWith('opened') || what.startsWith('began')
    found(
      'ran',
      url,
      happened.filter((what) => !isMove(what)),
    )
    found('navigated', url, happened.filter(isMove))
    found('loaded', url, proxy.takeOutside())
    const now = await visitor.url()
    const isThere = plain(now) === plain(url) || url.includes('/oauth/') // the link form has an address of its own
    found('navigated', url, isThere ? [] : [`it led to ${now}`])
  }

  async function look(url: string) {
    tally.pages++
    await visitor.open(url)
    found('unpainted', url, await visitor.evaluate<string[]>(findMissingPictures))
    found('ran', url, await visitor.evaluate<string[]>(findActors))
    if (!isPlain(url)) found('outside', url, await visitor.evaluate<string[]>(findOutsideBoxes))
    found('unpainted', url, (await visitor.picture()).length > 0 ? [] : ['no picture of the page'])
  }

  /** The drawings of a page, in turn. Those that move have a still form as well. */
  async function drawingsAt(path: string): Promise<Picture[]> {
    const page = String((await board.call(path, { headers: { accept: 'text/html' } })).body)
    const addresses = new Set(page.match(/\/[\w/-]+\/\d+\.svg(?=")/g) ?? [])
    return [...addresses].map((address) => ({ address, moves: page.includes(stillOf(address)) }))
  }

  type Compared = { shown: number | null; sent: number | null; differs: number | null }
  const comparePairs = (pairs: readonly (readonly [string, string])[]) =>
    visitor.evaluate<Compared[]>(comparePictures(pairs))

  async function compare(addresses: readonly Picture[], sources: readonly string[], url: string) {
    const pairs = addresses.map(({ address }, n) => [address, sources[n] as string] as const)
    for (const [n, { shown, sent, differs }] of (await comparePairs(pairs)).entries()) {
      tally.pictures++
      if (differs !== null && differs > MUCH) tally.different++
      if (shown || sent === null || sent <= SPECK) continue
      const [address, source] = pairs[n] as (typeof pairs)[number]
      // What moves can be empty at the moment of the picture.
      const [still] = addresses[n]?.moves ? await comparePairs([[stillOf(address), source]]) : []
      if (!still?.shown)
        found('unpainted', url, [`drawing ${n} is ${shown === null ? 'no picture' : 'empty'}: ${source.slice(0, 300)}`])
    }
  }

  /** As documents of their own, without a policy: all in frames, the first also alone. */
  async function openAsDocuments(addresses: readonly Picture[]) {
    const files = addresses.flatMap(({ address, moves }) => [address, ...(moves ? [stillOf(address)] : [])])
    proxy.pages.set(FRAMES, `<!doctype html>${files.map((file) => `<iframe src="${file}"></iframe>`).join('\n')}`)
    const alone = addresses.slice(0, 1).map(({ address }) => address)
    for (const url of [BARE_URL + FRAMES, ...alone.map((address) => BARE_URL + address)]) {
      tally.pages++
      await visitor.open(url)
      await visitor.evaluate(touchEverything)
      found('ran', url, await visitor.evaluate<string[]>(findActors))
      await take(url)
    }
    for (const address of alone) {
      // Its policy forbids scripts, those of a driver, too, so there is only a picture to take.
      tally.pages++
      await visitor.open(BASE_URL + address)
      found('unpainted', address, (await visitor.picture()).length > 0 ? [] : ['no picture of the drawing'])
      await take(BASE_URL + address)
    }
  }

  async function visit({ path, drawings }: Shown, n: number) {
    for (const root of [BASE_URL, BARE_URL]) {
      await look(root + path)
      if (root === BASE_URL && visitor.findInk && n % PAGES_PER_INK === 0 && !isPlain(root + path))
        found('outside', path, await visitor.findInk())
      await take(root + path)
    }
    if (drawings.length === 0) return
    const addresses = await drawingsAt(path)
    await compare(addresses, drawings, BARE_URL + path)
    await take(BARE_URL + path)
    await openAsDocuments(addresses)
  }

  return { name: visitor.name, tally, visit, look, take }
}
