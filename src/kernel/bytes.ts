/**
 * Bytes that are kept for long need memory of their own. Node cuts small buffers from blocks of 64 KB, so one small
 * buffer that is kept would keep a whole block, and no budget would know of it.
 */

export const newBytes = (length: number) => Buffer.allocUnsafeSlow(length)

/** The same bytes, copied if they are a part of something larger. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = newBytes(bytes.length)
  own.set(bytes)
  return own
}
