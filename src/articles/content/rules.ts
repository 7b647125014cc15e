/** Structure and sizes of what an author sends, and the canonical source that is stored, with its hash. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { firstCodePoints, keyDetails, keyPattern, lengthOf, utf8Length, uuidPattern } from '../../kernel/fields.ts'
import { must } from '../../kernel/must.ts'
import { oneOf, typeWords } from '../../kernel/sentences.ts'
import { fixed } from '../../settings/limits.ts'
import type { ItemKind } from '../rules.ts'

export type SvgBlock = { type: 'svg'; source: string; description: string; caption?: string | undefined }
export type TextBlock =
  | { type: 'paragraph' | 'quote'; text: string }
  | { type: 'heading'; level: 2 | 3 | 4; text: string }
  | { type: 'code'; text: string; language?: string | undefined }
  | { type: 'list'; items: string[]; ordered: boolean }
export type FullBlock = TextBlock | SvgBlock
/** A drawing as it is stored and read: its picture is an asset of the revision. */
export type StoredPicture = Omit<SvgBlock, 'source'> & { asset: number }
export type StoredBlock = TextBlock | StoredPicture

/** The path of a field in what was sent, such as `blocks[3].text`. */
export const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  )

const printableKey = /^[a-z_]{1,40}$/

export type Problem = { path: string; problem: string } & Record<string, unknown>

/** Unknown names are not repeated, because they could contain any text. */
export const unknownKey = (path: readonly PropertyKey[], key: string): Problem =>
  printableKey.test(key)
    ? { path: pathText([...path, key]), problem: 'unknown' }
    : { path: pathText(path), problem: 'unknown_member' }

/** One or more problems for each issue that the schema found. */
export function problemsIn(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = pathText(issue.path)
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => unknownKey(issue.path, key))
      case 'custom':
        return [{ path, problem: 'not_acceptable', ...issue.params }]
      case 'invalid_type':
        return [{ path, problem: issue.input === undefined ? 'missing' : 'wrong_type', expected: issue.expected }]
      case 'invalid_value':
        return [{ path, problem: issue.input === undefined ? 'missing' : 'not_allowed', allowed: issue.values }]
      case 'invalid_union':
        return [{ path, problem: 'not_allowed', allowed: allowedBy(issue) }]
      case 'too_small':
        return [{ path, problem: 'too_short', min: Number(issue.minimum) }]
      case 'too_big':
        return [{ path, problem: 'too_long', max: Number(issue.maximum) }]
      case 'invalid_format':
        return [{ path, problem: 'pattern', ...('pattern' in issue && { pattern: issue.pattern }) }]
      default:
        return [{ path, problem: 'not_acceptable' }]
    }
  })
}

const blockTypes = ['paragraph', 'heading', 'quote', 'code', 'list', 'svg']

/** A block of an unknown type, or a value that is none of several literals. */
const allowedBy = (issue: z.core.$ZodIssueInvalidUnion) =>
  issue.errors.length === 0
    ? blockTypes
    : issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []))

/** Refuses with all problems at once, up to twenty. The first one also stands where other refusals have their field. */
export function refuseProblems(problems: readonly Problem[]): never {
  const first = must(problems[0], 'a problem')
  const { path, ...rest } = first
  const shown = problems.slice(0, fixed.problemsMax)
  const which = problems.length > shown.length ? `the first ${shown.length}` : 'them'
  const more = problems.length > 1 ? ` (${problems.length} problems; details list ${which})` : ''
  const message = `${path || 'The publication'} ${sentenceFor(first)}${more}.`
  fail('INVALID_FIELD', { field: path.split(/[.[]/, 1)[0] || 'publication', ...rest, problems: shown }, { message })
}

const patternWords = (pattern: unknown) =>
  pattern === `${uuidPattern}` ? 'a UUID, as in the id of an item' : `text that matches ${pattern}`

const sentences: Record<string, (problem: Problem) => string> = {
  missing: ({ allowed, expected, pattern }) =>
    `is required: ${Array.isArray(allowed) ? oneOf(allowed) : pattern ? patternWords(pattern) : typeWords(expected)}`,
  unknown: ({ use }) => `is not known here; ${use ? `send ${use}` : 'remove it, or look up its name in /humanfeed.md'}`,
  unknown_member: () => 'has a member that is not known here; remove it, or look up its name in /humanfeed.md',
  wrong_type: ({ expected }) => `must be ${typeWords(expected)}`,
  not_allowed: ({ allowed }) => `must be ${oneOf([allowed].flat())}`,
  blank: () => 'must hold something that can be seen, not only white space or invisible characters',
  not_storable: () => 'must be text without NUL or half surrogate pairs',
  too_short: () => 'must have at least 1 entry',
  too_long: ({ max }) => `must be at most ${max} long`,
  too_many: ({ max }) => `may hold at most ${max} pictures`,
  pattern: ({ pattern }) => `must be ${patternWords(pattern)}`,
  malformed_svg: ({ accepted }) => `is not an SVG document that can be read: ${accepted}`,
  forbidden_svg: ({ accepted }) => `is a drawing that would fail its check: ${accepted}`,
  combination: () => 'and request_key name different requests; send one of them',
}
const sentenceFor = (problem: Problem) => sentences[problem.problem]?.(problem) ?? 'is not acceptable'

/** The key of the request under either of its names. */
export function requestKeyOf(sent: { idempotency_key?: unknown; request_key?: unknown }): string {
  const { idempotency_key, request_key } = sent
  if (idempotency_key !== undefined && request_key !== undefined && idempotency_key !== request_key)
    refuseProblems([{ path: 'idempotency_key', problem: 'combination' }])
  const key = idempotency_key ?? request_key
  return typeof key === 'string' && keyPattern.test(key) ? key : refuseKey('idempotency_key', key)
}

export const refuseKey = (field: 'idempotency_key' | 'request_key', sent: unknown): never =>
  fail('IDEMPOTENCY_KEY_REQUIRED', { field, in: 'body', ...keyDetails, ...lengthOf(sent) })

/** Every string of the publication but the key and the pictures. */
export const textsOf = ({ title, blocks }: { title: string; blocks: readonly FullBlock[] }): string[] => [
  title,
  ...blocks.flatMap((block) => {
    if (block.type === 'list') return block.items
    if (block.type === 'svg') return [block.description, block.caption ?? '']
    return block.type === 'code' ? [block.text, block.language ?? ''] : [block.text]
  }),
]

const sizes = {
  post: {
    text: fixed.articleTextMaxBytes,
    svgs: fixed.articleSvgsMax,
    svg: fixed.articleSvgMaxBytes,
    together: fixed.articleSvgsMaxBytes,
  },
  comment: {
    text: fixed.commentTextMaxBytes,
    svgs: fixed.commentSvgsMax,
    svg: fixed.commentSvgMaxBytes,
    together: fixed.commentSvgMaxBytes,
  },
}

/** Sizes in bytes: 413 with what was measured. */
export function requireSizes(kind: ItemKind, content: { title: string; blocks: readonly FullBlock[] }): void {
  const max = sizes[kind]
  const textBytes = textsOf(content).reduce((sum, text) => sum + utf8Length(text), 0)
  if (textBytes > max.text)
    fail('BODY_TOO_LARGE', { scope: 'article_text', max_bytes: max.text, actual_bytes: textBytes })
  const pictures = content.blocks.flatMap((block, n) =>
    block.type === 'svg' ? [{ n, bytes: utf8Length(block.source) }] : [],
  )
  const surplus = pictures[max.svgs]
  if (surplus) refuseProblems([{ path: `blocks[${surplus.n}]`, problem: 'too_many', max: max.svgs }])
  const large = pictures.find(({ bytes }) => bytes > max.svg)
  if (large)
    fail('BODY_TOO_LARGE', {
      scope: 'svg',
      path: `blocks[${large.n}].source`,
      max_bytes: max.svg,
      actual_bytes: large.bytes,
    })
  const together = pictures.reduce((sum, { bytes }) => sum + bytes, 0)
  if (together > max.together)
    fail('BODY_TOO_LARGE', { scope: 'svg', path: 'blocks', max_bytes: max.together, actual_bytes: together })
}

/** The content without the fields of the request, as JSON of RFC 8785. Comments have no title. */
export const canonicalSource = ({ title, blocks }: { title: string; blocks: readonly FullBlock[] }): string =>
  must(canonicalize({ schema_version: 1, language: 'en', ...(title && { title }), blocks }), 'the canonical source')

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

/** The first part of the text, pictures left out. */
export function previewOf(blocks: readonly (FullBlock | StoredBlock)[]): string {
  const texts = blocks.flatMap((block) =>
    block.type === 'svg' ? [] : block.type === 'list' ? block.items : [block.text],
  )
  return firstCodePoints(texts.join('\n'), fixed.previewMaxCodePoints)
}

/** Prose for the language check, code left out: the author's own, and what the author quotes. */
export function proseOf({ title, blocks }: { title: string; blocks: readonly FullBlock[] }) {
  const join = (title: string, blocks: readonly FullBlock[]) => textsOf({ title, blocks }).filter(Boolean).join('\n')
  return {
    own: join(
      title,
      blocks.filter(({ type }) => type !== 'code' && type !== 'quote'),
    ),
    quoted: join(
      '',
      blocks.filter(({ type }) => type === 'quote'),
    ),
  }
}

export const parseBlocks = (stored: string): StoredBlock[] => JSON.parse(stored)

/** A revision's content as it was submitted; `blocks` is the stored JSON, and `sources` are its pictures in order. */
export const contentOf = (title: string, blocks: string, sources: readonly string[]) => ({
  title,
  blocks: parseBlocks(blocks).map((block): FullBlock => {
    if (block.type !== 'svg') return block
    const { asset, ...rest } = block
    return { ...rest, source: sources[asset] ?? '' }
  }),
})

type PackedHead = { title: string; blocks: string; bytes: number[] }

/**
 * For the worker thread: one line of JSON, then the pictures. Parsing pictures as JSON would stop the event loop for
 * long.
 */
export function packContent(title: string, blocks: string, sources: readonly string[]): Buffer {
  const pictures = sources.map((source) => Buffer.from(source))
  const head: PackedHead = { title, blocks, bytes: pictures.map(({ length }) => length) }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...pictures])
}

export function unpackContent(packed: Buffer) {
  const end = packed.indexOf('\n')
  const { title, blocks, bytes }: PackedHead = JSON.parse(packed.toString('utf8', 0, end))
  let from = end + 1
  const sources = bytes.map((length) => {
    from += length
    return packed.toString('utf8', from - length, from)
  })
  return contentOf(title, blocks, sources)
}
