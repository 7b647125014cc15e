/**
 * Bytes that are cached are copied to separate memory. Node cuts small buffers from blocks of 64 KB, so one small buffer
 * in a cache would keep a whole block alive, and the bound of the cache would not count it.
 */

export const newBytes = (length: number) => Buffer.allocUnsafeSlow(length)

/** The same bytes, copied if they are a part of something larger. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = newBytes(bytes.length)
  own.set(bytes)
  return own
}
