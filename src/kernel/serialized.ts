/** An answer that is JSON text already: put together from parts that were kept as text. */
export class Serialized {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const toJson = (answer: unknown) => (answer instanceof Serialized ? answer.text : JSON.stringify(answer))

/** For adapters that look into an answer. */
export const toObject = (answer: unknown): object =>
  answer instanceof Serialized ? JSON.parse(answer.text) : (answer as object)
