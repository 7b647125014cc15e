/**
 * A gzip body of pieces that many answers share: a page that differs from the last one in one message is not compressed
 * as a whole again. Each shared piece is compressed by itself, as what follows the piece before it: it may refer back to
 * that one, so a page of similar messages stays nearly as small as a page that is compressed as a whole.
 */
import type { Piece } from '../../kernel/json-text.ts'
import { deflateBlocks, gzipMember, storedBlock } from './gzip-parts.ts'

/** Smaller ones belong to the text around them, and larger ones are left to another thread, with all of the answer. */
const shared = { minBytes: 200, maxBytes: 65_536 }
/** Text up to this length is not worth the start of a compressor. */
const STORED_MAX_BYTES = 200
/** How many pieces one answer compresses for those that come after it. */
const MADE_MAX = 4

/** One that has come once may never come again, so only its coming is noted. */
type Blocks = Buffer | 'seen'
/** By the piece before it, from which a comma separates it. */
type Following = { nothing?: Blocks; after: WeakMap<Buffer, Blocks> }

const following = new WeakMap<Buffer, Following>()

/** The compressed text of an answer, between its shared pieces. */
export type TextBlocks = ReadonlyMap<string, Buffer>

type Segment = { text: string } | { piece: Buffer; before: Buffer | undefined }

/** The text that stands between shared pieces is the answer's own. */
function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const segments: Segment[] = []
  let text = ''
  let before: Buffer | undefined
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if (piece.length < shared.minBytes) text += piece.toString()
    else {
      if (text !== ',') before = undefined
      if (text !== '' && before === undefined) segments.push({ text })
      segments.push({ piece, before })
      text = ''
      before = piece
    }
  }
  if (text !== '') segments.push({ text })
  return segments
}

function findBlocks(piece: Buffer, before: Buffer | undefined): Blocks | undefined {
  const known = following.get(piece)
  return before ? known?.after.get(before) : known?.nothing
}

function storeBlocks(piece: Buffer, before: Buffer | undefined, blocks: Blocks) {
  const known = following.get(piece) ?? { after: new WeakMap() }
  following.set(piece, known)
  if (before) known.after.set(before, blocks)
  else known.nothing = blocks
}

const compressPiece = (piece: Buffer, before: Buffer | undefined) =>
  before ? deflateBlocks(Buffer.concat([COMMA, piece]), before) : deflateBlocks(piece)

const COMMA = Buffer.from(',')

/** False where a piece is new, or where too many have not been compressed by themselves. */
function areReady(segments: readonly Segment[]): boolean {
  let isReady = true
  let made = 0
  for (const segment of segments) {
    if ('text' in segment) continue
    const { piece, before } = segment
    const blocks = findBlocks(piece, before)
    if (blocks instanceof Buffer) continue
    if (piece.length > shared.maxBytes) return false
    if (blocks === 'seen' && made < MADE_MAX) {
      storeBlocks(piece, before, compressPiece(piece, before))
      made++
    } else {
      storeBlocks(piece, before, 'seen')
      isReady = false
    }
  }
  return isReady
}

function compressText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return bytes.length <= STORED_MAX_BYTES ? storedBlock(bytes) : deflateBlocks(bytes)
}

/**
 * The pieces as one gzip member; undefined where it is better compressed as a whole. `bytes` are all of the pieces, and
 * `known` is text that was compressed for the last answer of this kind.
 */
export function gzipPieces(
  pieces: readonly Piece[],
  bytes: Buffer,
  known: TextBlocks,
): { gzip: Buffer; texts: TextBlocks } | undefined {
  const segments = segmentsOf(pieces)
  if (segments.length < 2 || !areReady(segments)) return undefined
  const texts = new Map<string, Buffer>()
  const blocks = segments.map((segment) => {
    if (!('text' in segment)) return findBlocks(segment.piece, segment.before) as Buffer
    const made = known.get(segment.text) ?? compressText(segment.text)
    texts.set(segment.text, made)
    return made
  })
  return { gzip: gzipMember(blocks, [bytes]), texts }
}
