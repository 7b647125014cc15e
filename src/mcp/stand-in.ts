/**
 * A tool's result is JSON text already, and the SDK prints objects. So it prints a stand-in, whose place the text then
 * takes: parsing a page of the feed, only to print it twice again, would cost more than reading it did.
 */

/** JSON text: the operation's answer, or the envelope of its refusal. */
export type ToolResult = { text: string; isRefusal: boolean }

export class StandIn {
  readonly #mark: string
  #text: string | undefined

  /** The mark is made for this one answer and cannot be guessed, so nothing that a client sent contains it. */
  constructor(mark: string) {
    this.#mark = mark
  }

  /** A refusal is text alone: older clients reject structured content that does not fit the tool's output schema. */
  of({ text, isRefusal }: ToolResult) {
    this.#text = text
    const content = [{ type: 'text' as const, text: this.#mark }]
    return isRefusal ? { content, isError: true } : { content, structuredContent: { [this.#mark]: null } }
  }

  replaceIn(printed: string): string {
    const text = this.#text
    if (text === undefined) return printed
    const mark = JSON.stringify(this.#mark)
    return printed.replace(`{${mark}:null}`, () => text).replace(mark, () => JSON.stringify(text))
  }
}
