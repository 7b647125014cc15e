/**
 * The stored parts of code, such as keywords and strings: `5k1x3s` is five letters of kind k, one of kind x, three of
 * kind s.
 */

/** The kind of parts that are shown without colour. */
export const PLAIN = 'x'

export const parseHighlights = (stored: string): string[] => (stored === '' ? [] : JSON.parse(stored))

export type CodePart = { text: string; kind: string | undefined }

/** The text of a block of code in its parts; one plain part if no parts are stored. */
export function codeParts(text: string, highlights = ''): CodePart[] {
  let from = 0
  const parts = [...highlights.matchAll(/(\d+)([a-z])/g)].map(([, length, kind]): CodePart => {
    const part = text.slice(from, from + Number(length))
    from += Number(length)
    return { text: part, kind: kind === PLAIN ? undefined : kind }
  })
  return from === text.length ? parts : [{ text, kind: undefined }]
}
