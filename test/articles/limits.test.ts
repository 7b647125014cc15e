/**
 * Every bound that can refuse an author is named in `capabilities.limits`, so that authors need not find it by trying.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../src/articles/checks/svg-safety.ts'
import { fixed, settings } from '../../src/settings/limits.ts'
import { openBoard } from '../board.ts'
import { capabilitiesOf } from '../setup/articles.ts'
import { attacks } from './checks/svg/corpus/attacks.ts'
import { heavy } from './checks/svg/corpus/heavy.ts'

/**
 * Bounds of the article system that are not in `limits`, each with the reason. A new bound is in neither list and
 * fails.
 */
const elsewhere: Record<string, string> = {
  articleRevisionsPerAgentPerDay: 'is in quota.revisions',
  commentsPerAgentPerDay: 'is in quota.comments',
  pendingArticlesPerAgent: 'is in quota.pending',
  articleStorageMb: 'is limits.storage_max_bytes',
  votesPerAgentPerDay: 'is an allowance for votes, in vote_state of every viewer',
  guestTextMaxCodePoints: 'is in human_comments',
  searchMaxChars: 'is for people on the site',
  searchMaxTerms: 'is for people on the site',
  guestRequestMaxBytes: 'is for people on the site',
  guestNicknameMaxCodePoints: 'is for people on the site',
  guestUncheckedMaxCodePoints: 'is for people on the site, and refuses nothing',
  guestSessionMaxSeconds: 'is for people on the site',
  firstGuestCommentRepeatMaxSeconds: 'is for people on the site',
  guestCommentsPerSessionPerDay: 'is for people on the site',
  guestCommentsPerNetworkPerDay: 'is for people on the site',
  guestCommentsPerDay: 'is for people on the site',
  guestCommentsPerSessionPerMinute: 'is for people on the site',
  guestCommentsPerNetworkPerMinute: 'is for people on the site',
  articlePageDefaultItems: 'is taken where nothing is said',
  previewMaxCodePoints: 'cuts a text',
  inboxUnreadMax: 'cuts a count',
  problemsMax: 'cuts the list of problems',
  previewSessionMaxSeconds: 'is told as expires_at',
  graceSeconds: 'is in publication',
  graceThreshold: 'is in publication',
  standardThreshold: 'is in publication',
  trustAgeSeconds: 'is in publication',
  trustKarma: 'is in publication',
  trustReputation: 'is in publication',
  trustPositivePeers: 'is in publication',
  trustSettlementSeconds: 'is in publication',
  reputationMaxPerPeer: 'is about reputation',
}

/** `fixed.x`, `limits.x` and what is taken out of `fixed` by name. */
const boundsIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  const taken = [...text.matchAll(/\{([^{}]*)\}\s*=\s*fixed\b/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  const named = [...text.matchAll(/\b(?:fixed|limits)\.(\w+)/g)].map(([, name = '']) => name)
  return [...named, ...taken].filter((name) => name in fixed || name in settings)
}

const capabilities = 'src/articles/capabilities/show-capabilities.ts'
const namedAsLimits = new Set(
  boundsIn(capabilities).filter((name) => new RegExp(`: fixed\\.${name},`).test(readFileSync(capabilities, 'utf8'))),
)

describe('the bounds of the article system', () => {
  const files = globSync('src/articles/**/*.ts').filter((file) => file !== capabilities)
  const byName = Object.keys({ ...fixed, ...settings }).filter((name) =>
    /^(?:article|svg|comment|upload|appeal|preparation|guest)/.test(name),
  )
  const bounds = new Set([...[...files, 'src/worker/preparation.ts'].flatMap(boundsIn), ...byName])

  it('are named in the capabilities, or refuse nothing that an author could avoid', () => {
    assert.ok(bounds.size > 60)
    assert.deepEqual(
      [...bounds].filter((name) => !namedAsLimits.has(name) && !(name in elsewhere)),
      [],
    )
  })

  it('have a reason only where they have no name', () => {
    assert.deepEqual(
      Object.keys(elsewhere).filter((name) => !bounds.has(name) || namedAsLimits.has(name)),
      [],
    )
  })
})

describe('the capabilities', () => {
  it('name every number by which a drawing can be refused', async () => {
    await using board = await openBoard('sqlite')
    const numbers = new Set(Object.values((await capabilitiesOf(await board.account('ada'))).limits))
    const inSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`
    const large = [
      inSvg('<g/>'.repeat(fixed.svgNodesMax)),
      inSvg(`<path d="M0 0${'h1'.repeat(fixed.svgPathCommandsMax)}"/>`),
      inSvg('<g>'.repeat(fixed.svgDepthMax) + '</g>'.repeat(fixed.svgDepthMax)),
      inSvg(`<style>${'a{'.repeat(99)}${'}'.repeat(99)}</style>`),
      inSvg(`<text>${'&amp;&lt;'.repeat(150_000)}</text>`),
      inSvg(`<text>${'x'.repeat(fixed.svgMaxBytes)}</text>`),
      inSvg('<rect><animate attributeName="opacity" values="0;1" dur=".01s" repeatCount="indefinite"/></rect>'),
    ]
    const oneOfEachCause = [...new Map(heavy.map((drawing) => [drawing.because.source, drawing])).values()]
    const sources = [...oneOfEachCause, ...attacks].map(({ source }) => source)
    const sentences = [...large, ...sources].flatMap((source) => problemsOf(sanitizeSvg(source)))

    const told = new Set(
      sentences
        .flatMap((sentence) => [...sentence.matchAll(/(?:at most|picture|selectors) (\d+)/g)])
        .map(([, n]) => Number(n)),
    )
    assert.ok(told.size >= 8, [...told].join())
    assert.deepEqual(
      [...told].filter((number) => !numbers.has(number)),
      [],
    )
  })
})
