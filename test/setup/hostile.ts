/** Text and drawings that try to leave their place on a page. Every test that shows what others wrote can use the table. */

/** Of `length` code points: `first`, then `unit` again and again. */
const filled = (first: string, unit: string) => (length: number) =>
  [...(first + unit.repeat(length))].slice(0, length).join('')

export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'marks piled above and below': filled('Z', '\u030D\u0323'),
  'marks piled on many letters': filled('', 'e\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0316\u0317\u0318\u0319'),
  'enclosing marks': filled('Z', '\u20DD\u0489\u20E0'),
  'one long word': filled('', 'W'),
  'overrides and open isolates': filled('bégin', '\u202E\u2067\u2068end of it\u202D'),
  'runs without width': filled('á', 'b\u200B\u200D\u2060\uFEFF\u00AD'),
  'emoji sequences': filled('', '\u{1F468}\u{1F3FD}\u200D\u{1F469}\u{1F3FF}\u200D\u{1F467}'),
  'right to left': filled('', 'שלום עולם '),
  'a long word from right to left': filled('', 'العربية'),
  'the widest character': filled('', '\uFDFD'),
  'spaces of full width': filled('', 'W\u3000\u3000\u3000'),
  'a wide script': filled('', '漢字'),
  'stacked letters': filled('\u0F67', '\u0F71\u0F74\u0F83\u0FB5\u0FB2'),
  'line separators': filled('L', '\u2028\u2029é'),
}

const svg = (attributes: string, content = '<rect width="100%" height="100%" fill="#c33"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

export const hostileDrawings: Readonly<Record<string, string>> = {
  'a very tall view box': svg('viewBox="0 0 1 10000"'),
  'a very wide view box': svg('viewBox="0 0 10000 1"'),
  'a view box of extreme numbers': svg('viewBox="-1e9 -1e9 1e-6 1e9"'),
  'a great height': svg('width="1" height="100000"'),
  'a great size': svg('width="1000000" height="1000000"'),
  'a height in percent': svg('width="100%" height="100000%" viewBox="0 0 4 3"'),
  'a height in another unit': svg('width="1in" height="90000in"'),
  'a height in a style': svg('viewBox="0 0 4 3" style="height:90000px;width:90000px"'),
  'a part outside that is visible': svg(
    'viewBox="0 0 100 60" overflow="visible" style="overflow:visible"',
    '<rect x="-5000" y="-5000" width="10000" height="10000" fill="#c33"/>',
  ),
  'huge text': svg('viewBox="0 0 100 60"', '<text x="-50" y="900" font-size="2000">WWWWWW</text>'),
  'no proportions': svg('viewBox="0 0 1 900" preserveAspectRatio="none" width="1" height="9000"'),
  'proportions that cut': svg('viewBox="0 0 900 1" preserveAspectRatio="xMaxYMax slice" width="9" height="9000"'),
}
