/**
 * A gzip body that is put together from parts, most of which were compressed before: an answer that differs from the last
 * one in a few bytes is not compressed as a whole again. It is one ordinary gzip member (RFC 1952): a deflate stream may
 * consist of any number of blocks, and those of a part refer to nothing outside of it.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { newBytes, ownBytes } from '../../kernel/bytes.ts'

const LEVEL = 1
/** What one block without compression can hold. */
const STORED_MAX_BYTES = 65_535

/** Blocks that end at the border of a byte, none of them the last of a stream. They may refer back to the `dictionary`. */
export const deflateBlocks = (bytes: Buffer, dictionary?: Buffer): Buffer =>
  ownBytes(
    deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary && { dictionary }) }),
  )

export class Part {
  readonly bytes: Buffer
  #blocks: Buffer | undefined

  constructor(bytes: Buffer) {
    this.bytes = ownBytes(bytes)
  }

  /** Compressed when first asked for. */
  get blocks(): Buffer {
    this.#blocks ??= deflateBlocks(this.bytes)
    return this.#blocks
  }
}

/** Bytes that are sent once only: they are not worth the start of a compressor. */
export class OncePart extends Part {
  override get blocks(): Buffer {
    return this.bytes.length > STORED_MAX_BYTES ? super.blocks : storedBlock(this.bytes)
  }
}

/** One block without compression. */
export function storedBlock(bytes: Buffer): Buffer {
  const block = newBytes(5 + bytes.length)
  block[0] = 0
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  block.set(bytes, 5)
  return block
}

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255])
/** A last block without content. */
const END = Buffer.from([0x03, 0x00])

export const gzipOf = (parts: readonly Part[]) =>
  gzipMember(
    parts.map(({ blocks }) => blocks),
    parts.map(({ bytes }) => bytes),
  )

/** `blocks` are what `bytes` come to when they are compressed. */
export function gzipMember(blocks: readonly Buffer[], bytes: readonly Buffer[]): Buffer {
  const check = Buffer.alloc(8)
  check.writeUInt32LE(bytes.reduce((sum, part) => crc32(part, sum), 0))
  check.writeUInt32LE(
    bytes.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return Buffer.concat([HEADER, ...blocks, END, check])
}
