/**
 * Answers that are JSON already; this module alone joins their pieces. Pieces that many answers share are stored as
 * bytes. A page is then made by copying bytes, without a long string and without encoding it again.
 */

import { newBytes } from './bytes.ts'

/** Text of one answer, or bytes that many share. */
type Piece = string | Buffer

/** JSON in pieces: text, bytes of text, or both nested in their order. */
export type Json = Piece | readonly Json[]

/** An answer that was put together from pieces. */
export class JsonText {
  readonly bytes: Buffer
  #text: string | undefined
  constructor(json: Json) {
    this.bytes = joined(flatten(json, []), Buffer.allocUnsafe)
  }

  get text(): string {
    this.#text ??= this.bytes.toString()
    return this.#text
  }
}

/** Neighbours that are text become one piece. */
function flatten(json: Json, flat: Piece[]): Piece[] {
  if (typeof json !== 'string' && !Buffer.isBuffer(json)) for (const piece of json) flatten(piece, flat)
  else if (typeof json === 'string' && typeof flat.at(-1) === 'string') flat[flat.length - 1] += json
  else flat.push(json)
  return flat
}

/** The comma between the items of a list. Writing it like other text would take longer than writing an item. */
const COMMA = 0x2c

const lengthOf = (piece: Piece) =>
  piece === ',' ? 1 : typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length

/** The bytes of a piece that is cached. */
export const bytesOf = (json: Json) => joined(flatten(json, []), newBytes)

function joined(pieces: readonly Piece[], allocate: (length: number) => Buffer): Buffer {
  let length = 0
  for (const piece of pieces) length += lengthOf(piece)
  const bytes = allocate(length)
  let at = 0
  for (const piece of pieces) {
    if (piece === ',') bytes[at++] = COMMA
    else if (typeof piece === 'string') at += bytes.write(piece, at)
    else {
      bytes.set(piece, at)
      at += piece.length
    }
  }
  return bytes
}

export const toJson = (answer: unknown) => (answer instanceof JsonText ? answer.text : JSON.stringify(answer))

export const toJsonBytes = (answer: unknown) =>
  answer instanceof JsonText ? answer.bytes : Buffer.from(JSON.stringify(answer))

/** The value of an answer, for adapters that look into it. */
export const toObject = (answer: unknown): object =>
  answer instanceof JsonText ? JSON.parse(answer.text) : (answer as object)

/** The members of an object without its braces, ready to be joined with others. */
export const membersOf = (value: object) => JSON.stringify(value).slice(1, -1)

/** One member whose value is JSON already. */
export const member = (name: string, json: Json): Json => [`"${name}":`, json]

/** Empty pieces are left out. */
function enclosed(opening: string, pieces: readonly Json[], closing: string): Json {
  const json: Json[] = [opening]
  for (const piece of pieces) {
    if (piece.length === 0) continue
    if (json.length > 1) json.push(',')
    json.push(piece)
  }
  json.push(closing)
  return json
}

export const objectOf = (...members: readonly Json[]): Json => enclosed('{', members, '}')

export const listOf = (values: readonly Json[]): Json => enclosed('[', values, ']')
