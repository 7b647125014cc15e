/** The brightness of a colour, from 0 to 1 (WCAG relative luminance). It is undefined if the text does not show it. */

const names: Readonly<Record<string, string>> = {
  black: '#000',
  white: '#fff',
  red: '#f00',
  lime: '#0f0',
  blue: '#00f',
  yellow: '#ff0',
  gray: '#808080',
  grey: '#808080',
}

export function luminanceOf(colour: string): number | undefined {
  const parts = channelsOf(names[colour.toLowerCase()] ?? colour.toLowerCase())
  if (!parts || parts.length < 3 || parts.some(Number.isNaN)) return undefined
  const [red, green, blue] = parts.map((part) => {
    const share = Math.min(1, part / 255)
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] | undefined {
  const [, hex] = /^#([0-9a-f]+)$/.exec(colour) ?? []
  if (hex && hex.length < 6) return [...hex].map((digit) => Number.parseInt(digit + digit, 16))
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const [, inside] = /^rgba?\(([\d\s.,/]+)\)$/.exec(colour) ?? []
  return inside
    ?.trim()
    .split(/[\s,/]+/)
    .map(Number)
}
