/**
 * What the SDK prints around a tool's result. The result is already JSON text, but the SDK prints objects: parsing a page
 * of the feed only to print it twice would cost more than reading it. So the SDK prints marks where the result and the id
 * of the message belong. What is around them depends on the message and its headers alone, so it is printed once, and is
 * filled in for every call that is like it.
 */

import { Part } from '../http/wire/gzip-parts.ts'

/** JSON text, the operation's answer or the error envelope; and the same as a JSON string. */
export type ToolResult = { structure: Part; text: Part; isRefusal: boolean }

export const toolResult = (json: string, isRefusal: boolean): ToolResult => ({
  structure: new Part(Buffer.from(json)),
  text: new Part(Buffer.from(JSON.stringify(json))),
  isRefusal,
})

type Slot = 'id' | 'text' | 'structure'
type Values = Partial<Record<Slot, Part>>

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
    return new Frame(printed.split(marks).map((part) => slots[part] ?? new Part(Buffer.from(part))))
  }
}

export class Frame {
  readonly #parts: readonly (Part | Slot)[]

  constructor(parts: readonly (Part | Slot)[]) {
    this.#parts = parts
  }

  get size() {
    return this.#parts.reduce((sum, part) => sum + (typeof part === 'string' ? 0 : part.bytes.length), 0)
  }

  fill(values: Values): Part[] {
    const parts = this.#parts.map((part) => (typeof part === 'string' ? values[part] : part))
    return parts.filter((part) => part !== undefined)
  }
}
