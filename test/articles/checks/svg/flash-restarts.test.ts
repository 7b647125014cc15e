/** Animation elements that begin again, before they have ended or later: what is seen of each run. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSmil, smilAnimations } from '../../../../src/articles/checks/svg/flashing/smil.ts'
import { BASE } from '../../../../src/articles/checks/svg/flashing/turns.ts'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { cleanOf, inSvg } from './work/estimate.ts'

const always = Number.POSITIVE_INFINITY
const others =
  '<set id="b" attributeName="x" dur=".3s" begin="1s;2s;4s"/><set id="c" attributeName="x" dur="1s" begin="c.end+1s"/><set id="d" attributeName="x" dur="9s" end="1s"/><set id="e" attributeName="x" dur="1s" begin="0s;d.end"/>'

/** What is written of an animation with the id `a` that lasts two seconds: how long a run is seen, and how often. */
const timings: Record<string, [seconds: number, count: number]> = {
  'begin="0s;5s;12s"': [5, 3],
  'begin="12s;0s;5s"': [5, 3],
  'begin="0s;5s;5s"': [5, 3],
  'begin="3s;3s"': [2, 2],
  'begin="0s;1.5s"': [1.5, 2],
  'begin="0s;1.5s" restart="never"': [2, 1],
  'begin="0s;1.5s" repeatCount="2"': [2, 4],
  'begin="0s;1s;5s" repeatCount="2"': [2, 6],
  'begin="0s;1s;5s;9s" repeatCount="2"': [1, 4],
  'begin="0s;3s;5s;9s" repeatCount="2"': [2, 8],
  'begin="0s;1s;5s;9s" repeatCount="indefinite"': [1, 4],
  'begin="b.begin"': [1, 3],
  'begin="b.end"': [1, 3],
  'begin="b.end;1.2s"': [0.1, 4],
  'begin="b.repeat(1)"': [1, 3],
  'begin="d.end"': [2, 1],
  'begin="d.end;9s"': [1 / 8, always],
  'begin="e.begin"': [1 / 8, always],
  'begin="0s;a.end"': [2, always],
  'begin="0s;a.end+1s"': [3, always],
  'begin="0s;a.begin+.5s"': [0.5, always],
  'begin="0s;a.begin"': [1 / 8, always],
  'begin="0s;a.repeat(2)"': [4, always],
  'begin="c.begin"': [2, always],
  'begin="c.end+9s"': [2, always],
  'begin="9s;a.end" end="1s"': [1 / 8, always],
  'begin="0s;a.end+1s" restart="never"': [2, 1],
}

type Frames = [at: number, value: string][]
const frames: Record<string, Frames> = {
  'values="0;1;2"': [
    [0, '0'],
    [0.5, '1'],
    [1, '2'],
  ],
  'values="0;1;2" begin="0s;4s"': [
    [0, '0'],
    [0.25, '1'],
    [0.5, '2'],
    [0.5, BASE],
    [1, BASE],
  ],
  'values="0;1;2" begin="0s;4s" fill="freeze"': [
    [0, '0'],
    [0.25, '1'],
    [0.5, '2'],
    [0.5, '2'],
    [1, '2'],
  ],
  'values="" begin="0s;4s" fill="freeze"': [],
  'values="0;1;2" begin="0s;.5s"': [
    [0, '0'],
    [1, '1'],
  ],
  'values="0;1;2" begin="0s;1s"': [
    [0, '0'],
    [1, '1'],
  ],
  'values="0;1;2" begin="0s;1.6s"': [
    [0, '0'],
    [0.625, '1'],
    [1, '2'],
  ],
  'values="0;1;2;3" calcMode="discrete" begin="0s;1.25s"': [
    [0, '0'],
    [0.4, '1'],
    [0.8, '2'],
  ],
  'values="0;1;1" keyTimes="0;.1;.2" begin="0s;1s"': [
    [0, '0'],
    [0.2, '1'],
    [0.4, '1'],
  ],
}

describe('an animation element that begins again', () => {
  it('is seen until then, as often as it begins', () => {
    for (const [written, [seconds, count]] of Object.entries(timings)) {
      const all = smilAnimations(
        cleanOf(`<g><animate id="a" attributeName="opacity" to="0" dur="2s" ${written}/>${others}</g>`),
        new Map(),
      )
      const found = all[0]?.timing
      assert.deepEqual([Math.round((found?.seconds ?? 0) * 1e9) / 1e9, found?.count], [seconds, count], written)
    }
  })

  it('keeps its place in a circle', () => {
    const circles: Record<string, [delay: number, seconds: number][]> = {
      '0s;c.begin+.4s a.begin+.4s b.begin+.4s': [
        [0, 1.2],
        [0.4, 1.2],
        [0.8, 1.2],
      ],
      'c.end 9s;a.begin-1s b.end': [
        [13, 3],
        [9, 3],
        [11, 3],
      ],
      'c.end a.end b.end': [
        [Number.NaN, 6],
        [Number.NaN, 6],
        [Number.NaN, 6],
      ],
      '0s;1s;b.end a.end c.begin': [
        [Number.NaN, 4],
        [Number.NaN, 4],
        [Number.NaN, 1 / 8],
      ],
    }
    for (const [begins, expected] of Object.entries(circles)) {
      const [a, b, c] = begins.split(' ')
      const one = (id: string, begin = '') =>
        `<animate id="${id}" attributeName="rx" to="0" dur="2s" begin="${begin}"/>`
      assert.deepEqual(
        smilAnimations(cleanOf(`<g>${one('a', a)}${one('b', b)}${one('c', c)}</g>`), new Map()).map(
          ({ delay, timing }) => [Math.round((delay ?? 0) * 1e6) / 1e6, timing.seconds],
        ),
        expected,
        begins,
      )
    }
  })

  it('has the values of this time', () => {
    for (const [written, expected] of Object.entries(frames)) {
      const [found] = readSmil(
        smilAnimations(cleanOf(`<g><animate attributeName="opacity" dur="2s" ${written}/></g>`), new Map()),
      )
      assert.deepEqual(
        found?.runs[0]?.frames.map(({ at, value }) => [at, value]),
        expected,
        written,
      )
    }
  })

  it('at more than 200 times is taken for one that is not known', () => {
    const secondsWith = (begin: string, more = '') =>
      smilAnimations(
        cleanOf(`<g><animate attributeName="opacity" to="0" dur="2s" begin="${begin}"/>${more}</g>`),
        new Map(),
      )[0]?.timing.seconds
    const starts = (count: number) => Array.from({ length: count }, (_, n) => `${n * 9}s`).join(';')
    assert.deepEqual([secondsWith(starts(200)), secondsWith(starts(201))], [9, 1 / 8])
    const circle = (count: number) =>
      Array.from(
        { length: count },
        (_, n) => `<set id="a${n}" attributeName="x" dur="1s" begin="a${(n + 1) % count}.end"/>`,
      ).join('')
    assert.equal(secondsWith('a0.end', circle(300)), 300)
    for (const [begin, seconds] of Object.entries({
      'a0.end;a0.end': 10,
      'a0.end;a1.end': 1,
      'a0.begin+3s;a0.begin+7s': 4,
      'a0.begin;c.begin': 1 / 8,
    }))
      assert.equal(
        secondsWith(
          begin,
          `${circle(10).replace('a1.end', '0s;a1.end')}<set id="c" attributeName="x" dur="1s" begin="c.end"/>`,
        ),
        seconds,
        begin,
      )
  })

  const again = (more: string) =>
    `<animate attributeName="opacity" values="0;1;1" keyTimes="0;.005;1" calcMode="discrete" dur="10s" ${more}/>`
  const starts = (seconds: number) => `begin="${Array.from({ length: 11 }, (_, n) => `${n * seconds}s`).join(';')}"`
  const clock = (attributes: string) => `<animate id="b" attributeName="rx" to="0" ${attributes}/>`
  const stripes = (inside: string) =>
    `<g>${Array.from({ length: 20 }, (_, n) => `<rect x="${10 * n - 50}" width="5" height="99"/>`).join('')}${inside}</g>`
  const box = (inside: string) => `<rect width="99" height="99">${inside}</rect>`
  const drawings: Record<string, (seconds: number) => string> = {
    'at many times': (s) => box(again(starts(s))),
    'a while after it began': (s) => box(again(`id="a" begin="0s;a.begin+${s}s"`)),
    'with a clock that repeats': (s) =>
      box(
        clock(`dur="${s}s" repeatCount="indefinite"`) +
          again('begin="b.repeat(1);b.repeat(2);b.repeat(3);b.repeat(4);b.repeat(5)"'),
      ),
    'with a clock that begins again': (s) => box(clock(`dur="${s}s" begin="0s;b.end"`) + again('begin="b.begin"')),
    'after each other': (s) =>
      box(
        [0, 1, 2]
          .map(
            (n) =>
              `<animate id="a${n}" attributeName="fill" values="#000;#fff" begin="${n ? `a${n - 1}.end` : '0s;a2.end'}" dur="${s}s"/>`,
          )
          .join(''),
      ),
    'and jumps': (s) =>
      stripes(
        `<animateTransform attributeName="transform" type="translate" values="5;0;0" keyTimes="0;.005;1" calcMode="discrete" dur="10s" ${starts(s)}/>`,
      ),
  }
  for (const [name, drawing] of Object.entries(drawings))
    it(`flashes if it does so more than three times a second: ${name}`, () => {
      assert.equal(sanitizeSvg(inSvg(drawing(0.4))).outcome, 'clean')
      assert.match(JSON.stringify(sanitizeSvg(inSvg(drawing(0.25)))), /flash at most 3 times a second/)
    })

  it('flashes if its end is not known', () => {
    const cut = again('id="a" begin="0s;a.end" end="a.begin+.1s"')
    assert.equal(sanitizeSvg(inSvg(box(cut))).outcome, 'forbidden')
  })
})

/** Stripes that go as far by a difference as they go to a place. */
describe('an animation element that adds', () => {
  const stripes = (inside: string) =>
    inSvg(
      `<g>${Array.from({ length: 40 }, (_, n) => `<rect x="${10 * n - 150}" width="5" height="99"/>`).join('')}${inside}</g>`,
    )
  const written: Record<string, (seconds: number) => string> = {
    'a path by a difference': (s) => `<animateMotion by="90,0" dur="${s}s" repeatCount="indefinite"/>`,
    'a path from a place by a difference': (s) =>
      `<animateMotion from="90,0" by="90,0" dur="${s}s" repeatCount="indefinite"/>`,
    'a transform from a place': (s) =>
      `<animateTransform attributeName="transform" type="translate" from="90" by="90 0" dur="${s}s" repeatCount="indefinite"/>`,
    'a place from a place': (s) =>
      `<svg x="0" width="999" height="99"><rect x="5" width="30" height="99"/><animate attributeName="x" from="30" by="30" dur="${s / 20}s" repeatCount="indefinite"/></svg>`,
  }
  for (const [name, animation] of Object.entries(written))
    it(`is followed: ${name}`, () => {
      assert.equal(sanitizeSvg(stripes(animation(20))).outcome, 'clean')
      assert.equal(sanitizeSvg(stripes(animation(2))).outcome, 'forbidden')
    })

  it('is seen to fade', () => {
    const fading = (seconds: number, from: string, by: string, property = 'opacity') =>
      sanitizeSvg(
        inSvg(
          `<rect width="99" height="99"><animate attributeName="${property}" from="${from}" by="${by}" dur="${seconds}s" repeatCount="indefinite"/></rect>`,
        ),
      ).outcome
    for (const [from, by, property] of [
      ['1', '-1'],
      ['.2', '.5'],
      ['#111', '#eee', 'fill'],
      ['rgb(9,9,9)', 'rgb(200,200,200)', 'fill'],
    ] as const) {
      assert.equal(fading(0.4, from, by, property), 'clean', from)
      assert.equal(fading(0.2, from, by, property), 'forbidden', from)
    }
    assert.equal(fading(0.2, '.5', '.05'), 'clean')
  })
})
