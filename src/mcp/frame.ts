/**
 * What the SDK prints around a tool's result. The result is already JSON text, but the SDK prints objects: parsing a page
 * of the feed only to print it twice would cost more than reading it. So the SDK prints marks where the result and the id
 * of the message belong. What is around them depends on the message and its headers alone, so it is printed once, and is
 * filled in for every call that is like it.
 */

/** JSON text, the operation's answer or the error envelope; and the same as a JSON string. */
export type ToolResult = { structure: Buffer; text: Buffer; isRefusal: boolean }

export const toolResult = (json: string, isRefusal: boolean): ToolResult => ({
  structure: Buffer.from(json),
  text: Buffer.from(JSON.stringify(json)),
  isRefusal,
})

type Slot = 'id' | 'text' | 'structure'
type Values = Partial<Record<Slot, Buffer>>

/** Random and used for one answer only, so no text of a client can contain them. */
export class Marks {
  /** Stands for the id of the message. */
  readonly id: string
  readonly #result: string

  constructor(mark: string) {
    this.id = `${mark} id`
    this.#result = mark
  }

  /** An error is text only: older clients reject structured content that does not fit the tool's output schema. */
  resultFor({ isRefusal }: ToolResult) {
    const content = [{ type: 'text' as const, text: this.#result }]
    return isRefusal ? { content, isError: true } : { content, structuredContent: { [this.#result]: null } }
  }

  frameOf(printed: string): Frame {
    const [result, id] = [JSON.stringify(this.#result), JSON.stringify(this.id)]
    const slots: Record<string, Slot> = { [`{${result}:null}`]: 'structure', [result]: 'text', [id]: 'id' }
    const marks = new RegExp(`(\\{${result}:null\\}|${result}|${id})`) // marks are UUIDs: nothing else needs escaping
    return new Frame(printed.split(marks).map((part) => slots[part] ?? Buffer.from(part)))
  }
}

export class Frame {
  readonly #parts: readonly (Buffer | Slot)[]

  constructor(parts: readonly (Buffer | Slot)[]) {
    this.#parts = parts
  }

  get size() {
    return this.#parts.reduce((sum, part) => sum + part.length, 0)
  }

  fill(values: Values): Buffer {
    const parts = this.#parts.map((part) => (typeof part === 'string' ? values[part] : part))
    return Buffer.concat(parts.filter((part) => part !== undefined))
  }
}
