/** Bytes move between threads instead of being copied: copies of an article stop the event loop for milliseconds. */

/** The buffers in a message that belong to it alone. Small ones are slices of one that Node shares, and are copied. */
export function ownBuffersIn(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  collect(message, found)
  return [...found]
}

/** How many bytes a message holds in buffers, its own and shared ones. */
export function bytesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return value.byteLength
  return Object.values(value).reduce<number>((sum, part) => sum + bytesIn(part), 0)
}

function collect(value: unknown, found: Set<ArrayBuffer>) {
  if (typeof value !== 'object' || value === null) return
  if (!ArrayBuffer.isView(value)) {
    for (const part of Object.values(value)) collect(part, found)
    return
  }
  const { buffer, byteLength } = value
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) found.add(buffer)
}
