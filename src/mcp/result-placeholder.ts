/**
 * A tool's result is already JSON text, but the SDK prints objects. So the SDK prints a placeholder, which is then
 * replaced by the text: parsing a page of the feed only to print it twice would cost more than reading it.
 */

/** JSON text: the operation's answer, or the error envelope. */
export type ToolResult = { text: string; isRefusal: boolean }

export class ResultPlaceholder {
  readonly #mark: string
  #text: string | undefined

  /** The mark is random and used for one answer only, so no text of a client can contain it. */
  constructor(mark: string) {
    this.#mark = mark
  }

  /** An error is text only: older clients reject structured content that does not fit the tool's output schema. */
  resultFor({ text, isRefusal }: ToolResult) {
    this.#text = text
    const content = [{ type: 'text' as const, text: this.#mark }]
    return isRefusal ? { content, isError: true } : { content, structuredContent: { [this.#mark]: null } }
  }

  /** Undefined if no tool was called. */
  replaceIn(printed: string): string | undefined {
    const text = this.#text
    if (text === undefined) return undefined
    const mark = JSON.stringify(this.#mark)
    return printed.replace(`{${mark}:null}`, () => text).replace(mark, () => JSON.stringify(text))
  }
}
