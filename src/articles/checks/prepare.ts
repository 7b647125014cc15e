/**
 * Does the part of a submission's work that needs no database: structure, sizes, pictures, checks, canonical source.
 */
import type { z } from 'zod'
import type { BlockedWords } from '../../kernel/operation.ts'
import { tuning } from '../../settings/tuning.ts'
import {
  canonicalSource,
  type FullBlock,
  type Problem,
  previewOf,
  problemsIn,
  proseOf,
  refuseProblems,
  requestKeyOf,
  requireSizes,
  type StoredBlock,
  sha256,
  textsOf,
  unpackContent,
} from '../content/rules.ts'
import { SentArticle, SentComment } from '../content/view.ts'
import type { ItemKind } from '../rules.ts'
import { checkContent } from './content.ts'
import { packedHighlights } from './highlight.ts'
import { checkLanguage } from './language.ts'
import type { CheckResult } from './result.ts'
import { type SvgOutcome, sanitizeSvg } from './svg/sanitize.ts'
import { checkSvgSafety, problemsOf } from './svg-safety.ts'

/** A picture under the hash of its text, cut into parts of UTF-8. Each part is written in one short transaction. */
export type PreparedAsset = {
  hash: string
  bytes: number
  parts: Uint8Array[]
  moves: boolean
  /** For a still form, the number of its drawing. */
  stillOf: number | null
}

/** The content as it is stored, and the results of the checks. */
export type CheckedContent = {
  /** The stored blocks as JSON. */
  blocks: string
  preview: string
  /** The highlighted parts of its code, as they are stored. */
  highlights?: string
  contentHash: string
  /** The results of every check but `duplicate`, which needs the database. */
  checks: CheckResult[]
  assets: PreparedAsset[]
}

export type PreparedSubmission = {
  kind: ItemKind
  /** The article that is revised or commented on. It is null for a new article. */
  targetId: string | null
  requestKey: string
  requestHash: string
  resume: boolean
  articleRevisionId: string | null
  parentId: string | null
  title: string
} & CheckedContent

export type SentSubmission = { kind: ItemKind; targetId: string | null; publication: unknown }

export function prepareSubmission(sent: SentSubmission, blockedWords: BlockedWords): PreparedSubmission {
  const publication = parseSent(sent)
  const { kind, targetId } = sent
  const title = 'title' in publication ? publication.title : ''
  const blocks: readonly FullBlock[] = publication.blocks
  requireSizes(kind, { title, blocks })
  const requestKey = requestKeyOf(publication)
  const resume = 'resume_publication' in publication && publication.resume_publication === true

  const pictures = sanitizePictures(blocks)
  const checked = checkContentOf({ title, blocks }, pictures, blockedWords)
  return {
    kind,
    targetId,
    requestKey,
    requestHash: requestHashOf(sent, publication, resume),
    resume,
    articleRevisionId: 'article_revision_id' in publication ? publication.article_revision_id : null,
    parentId: ('parent_id' in publication && publication.parent_id) || null,
    title,
    ...checked,
  }
}

type Parsed = z.output<typeof SentArticle> | z.output<typeof SentComment>

/** The hash is equal for equal requests: the key may have either name, and an omitted field equals its default. */
function requestHashOf({ kind, targetId }: SentSubmission, publication: Parsed, resume_publication: boolean) {
  const { idempotency_key: _key, request_key: _sameKey, ...content } = publication
  return sha256(JSON.stringify([kind, targetId, { ...content, resume_publication: undefined }, resume_publication]))
}

function parseSent({ kind, publication }: SentSubmission) {
  const schema: z.ZodType<Parsed> = kind === 'post' ? SentArticle : SentComment
  const parsed = schema.safeParse(publication, { reportInput: true })
  if (parsed.success) return parsed.data
  const isKey = ({ path }: Problem) => path === 'idempotency_key' || path === 'request_key'
  const problems = problemsIn(parsed.error.issues)
  const structure = problems.filter((problem) => !isKey(problem))
  if (structure.length > 0) refuseProblems(structure)
  // Only the key is malformed. This call refuses it and says what a key looks like.
  requestKeyOf(publication as Record<string, unknown>)
  throw parsed.error
}

/**
 * Sanitizes the pictures, by the number of their block. If a document cannot be read, the submission is malformed; its
 * refusal also names what is wrong with the others.
 */
function sanitizePictures(blocks: readonly FullBlock[]): Map<number, SvgOutcome> {
  const outcomes = blocks.flatMap((block, n) => (block.type === 'svg' ? [[n, sanitizeSvg(block.source)] as const] : []))
  if (outcomes.some(([, { outcome }]) => outcome === 'malformed')) refuseProblems(outcomes.flatMap(problemsInBlock))
  return new Map(outcomes)
}

const problemsInBlock = ([n, outcome]: readonly [number, SvgOutcome]): Problem[] =>
  problemsOf(outcome).map((sentence) => ({
    path: `blocks[${n}].source`,
    problem: outcome.outcome === 'malformed' ? 'malformed_svg' : 'forbidden_svg',
    accepted: sentence.replace(/\.$/, ''),
  }))

type Content = { title: string; blocks: readonly FullBlock[] }

/** A picture that failed is kept as it was sent. */
export function checkContentOf(
  { title, blocks: sent }: Content,
  pictures: ReadonlyMap<number, SvgOutcome>,
  blockedWords: BlockedWords,
): CheckedContent {
  const blocks = sent.map((block, n): FullBlock => {
    const outcome = pictures.get(n)
    return block.type === 'svg' && outcome?.outcome === 'clean' ? { ...block, source: outcome.canonical } : block
  })
  const sources = blocks.flatMap((block) => (block.type === 'svg' ? [block.source] : []))
  const permitted = [...pictures.values()].map((found) => ('canonical' in found ? found.canonical : ''))
  let asset = 0
  const stored = blocks.map((block): StoredBlock => {
    if (block.type !== 'svg') return block
    const { source: _stored, ...rest } = block
    return { ...rest, asset: asset++ }
  })
  return {
    blocks: JSON.stringify(stored),
    preview: previewOf(blocks),
    highlights: packedHighlights(blocks),
    contentHash: sha256(canonicalSource({ title, blocks })),
    checks: [
      { name: 'schema', status: 'passed', reasons: [] },
      checkLanguage(proseOf({ title, blocks })),
      checkSvgSafety([...pictures.values()]),
      checkContent({ texts: textsOf({ title, blocks }), pictures: sources, permitted }, blockedWords),
    ],
    assets: assetsOf(sources, [...pictures.values()]),
  }
}

/** Lists the drawings in the order of their blocks, and then the still forms of those that move. */
function assetsOf(sources: readonly string[], outcomes: readonly SvgOutcome[]): PreparedAsset[] {
  const stills = outcomes.map((found) => (found.outcome === 'clean' ? found.still : null))
  const asset = (source: string) => ({
    hash: sha256(source),
    bytes: Buffer.byteLength(source),
    parts: partsOf(source),
  })
  return [
    ...sources.map((source, n) => ({ ...asset(source), moves: stills[n] !== null, stillOf: null })),
    ...stills.flatMap((still, n) => (still === null ? [] : [{ ...asset(still), moves: false, stillOf: n }])),
  ]
}

/** Repeats the checks over content that was stored before, whose structure has passed. */
export function prepareAppeal(stored: Buffer, blockedWords: BlockedWords) {
  const content = unpackContent(stored)
  const outcomes = content.blocks.flatMap((b, n) => (b.type === 'svg' ? [[n, sanitizeSvg(b.source)] as const] : []))
  return checkContentOf(content, new Map(outcomes), blockedWords)
}

/**
 * Cuts a text, but never between the halves of a surrogate pair. The parts are bytes, because bytes can be moved to the
 * main thread and strings would be copied.
 */
function partsOf(text: string): Uint8Array[] {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + tuning.assetPartMaxChars, text.length)
    if (text.codePointAt(to - 1)! >= 0x10000) to--
    parts.push(encoder.encode(text.slice(from, to)))
    from = to
  }
  return parts
}
