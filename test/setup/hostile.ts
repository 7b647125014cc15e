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
  'piled marks of Thai': filled('ก', '\u0E49\u0E37'),
  'piled marks of Arabic and Hebrew': filled('ب', '\u0651\u064E\u0610\u06D6\u05B0\u05AB'),
  'piled marks of Tibetan and Balinese': filled('\u1B13', '\u1B34\u1B6B\u0F39\u0F35'),
  'marks of musical notes and half marks': filled('o', '\u{1D165}\u{1D172}\uFE20\uFE2D\u1DFF\u20F0'),
  'the widest sign of cuneiform': filled('', '\u{12031}'),
  'the tallest sign of Javanese': filled('', '\uA9C5'),
  'ideographs of many strokes': filled('', '\u{30EDE}\u{2A6A5}\u2FF0'),
  'signs of braces and integrals': filled('', '\u2320\u23AE\u{1D173}\u2A0C'),
  'variation selectors and tags': filled('a\u{1F3F4}', '\uFE0F\u{E0067}\u{E0062}\u{E01EF}'),
  'long dashes': filled('', '\u2E3B'),
  'a long address': filled('https://a.example/é', 'path_'),
  'an address with piled marks': filled('https://a.example/e', '\u20DD\u0489'),
  'line separators': filled('L', '\u2028\u2029é'),
}

const svg = (attributes: string, content = '<rect width="100%" height="100%" fill="#c33"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

export const hostileDrawings: Readonly<Record<string, string>> = {
  'a very tall view box': svg('viewBox="0 0 1 10000"'),
  'a very wide view box': svg('viewBox="0 0 10000 1"'),
  'a view box of extreme numbers': svg('viewBox="-1e9 -1e9 1 1e9"'),
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
  'a size that is important': svg('viewBox="0 0 4 3"', '').replace(
    '></svg>',
    '><style>svg{width:90000px!important;height:90000px!important;position:fixed;top:-900px;transform:scale(90)}</style><rect width="4" height="3" fill="#c33"/></svg>',
  ),
  'markers and symbols outside': svg(
    'viewBox="0 0 100 60"',
    '<defs><marker id="m" markerWidth="999" markerHeight="999" overflow="visible"><circle r="900" fill="#c33"/></marker><symbol id="s" overflow="visible"><rect width="9000" height="9000" fill="#3c3"/></symbol></defs><path d="M0 0H9" marker-end="url(#m)" stroke="red"/><use href="#s" x="-99" y="-99"/>',
  ),
  'a filter with a large region': svg(
    'viewBox="0 0 100 60"',
    '<filter id="f" x="-90" y="-90" width="900" height="900"><feFlood flood-color="#c33"/></filter><rect width="9" height="9" filter="url(#f)"/>',
  ),
  'proportions that cut': svg('viewBox="0 0 900 1" preserveAspectRatio="xMaxYMax slice" width="9" height="9000"'),
}
