/** Moves bytes between threads without copying: a copy of an article would stop the event loop for milliseconds. */

/** The buffers that can move with a message. Small buffers share their memory with others, so they are copied. */
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
