/** Answers that are JSON text already, and the one place where such text is joined. */

/** An answer that was put together from cached text. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const toJson = (answer: unknown) => (answer instanceof JsonText ? answer.text : JSON.stringify(answer))

/** For adapters that look into an answer. */
export const toObject = (answer: unknown): object =>
  answer instanceof JsonText ? JSON.parse(answer.text) : (answer as object)

/** The members of an object without its braces, ready to be joined with others. */
export const membersOf = (value: object) => JSON.stringify(value).slice(1, -1)

/** One member whose value is JSON text already. */
export const member = (name: string, json: string) => `"${name}":${json}`

export const objectOf = (...members: readonly string[]) => `{${members.filter(Boolean).join(',')}}`

export const listOf = (values: readonly string[]) => `[${values.join(',')}]`
